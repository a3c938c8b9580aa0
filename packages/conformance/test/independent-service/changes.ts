import type { Answer } from './answering.ts';
import type { Attempt, Letter } from './delivery-settings.ts';
import type { Primitive } from './forms.ts';
import type { Application } from './records.ts';
import type { Seen, Settings } from './settings.ts';

/**
 * Returns a body with other values at a path such as `extra.identity_aml.*.*.result`, where `*` stands for every member and element.
 * A change to undefined leaves a member out. A path that the body lacks changes nothing.
 */
export function changed(body: unknown, path: string, change: (value: unknown) => unknown): unknown {
  const [first = '', ...rest] = path === '' ? [] : path.split('.');
  if (first === '') return change(body);
  if (Array.isArray(body)) return body.map((each: unknown) => changed(each, rest.join('.'), change));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      first === '*' || first === key ? changed(value, rest.join('.'), change) : value,
    ]),
  );
}

/** Returns a body with more members in the object at a path. */
export function extended(body: unknown, path: string, members: object): unknown {
  return changed(body, path, (value) => ({ ...(value as object), ...members }));
}

type Change = (body: unknown, application: Application) => unknown;

/** Changes the answers to some calls. */
export function onAnswer(when: (seen: Seen) => boolean, change: (answer: Answer, seen: Seen) => Answer): Settings {
  return { answer: (seen) => (when(seen) ? change(seen.next(), seen) : seen.next()) };
}

/** Changes the results of some applications. */
export function onResult(when: (application: Application, seen: Seen) => boolean, change: Change): Settings {
  return {
    answer: (seen) => {
      const answer = seen.next();
      const { application, call } = seen;
      if (call.endpoint !== 'result' || answer.status !== 200 || application === undefined) return answer;
      return when(application, seen) ? { ...answer, json: change(answer.json, application) } : answer;
    },
  };
}

/** Changes the bodies of some attempts. */
export function onLetter(when: (attempt: Attempt) => boolean, change: Change): Settings {
  return {
    letter: (letter, attempt) => (when(attempt) ? withBody(letter, change(letter.body, attempt.application)) : letter),
  };
}

/** Changes all that is said of some applications, in results and deliveries. */
export function onContent(when: (application: Application) => boolean, change: Change): Settings {
  return {
    ...onResult(when, change),
    ...onLetter(({ application }) => when(application), change),
  };
}

export function withBody(letter: Letter, body: unknown): Letter {
  // Bodies are changed from objects to objects.
  return { ...letter, body: body as object };
}

export const isPlain = ({ form }: Application): boolean => form.captures.length === 0;

export const isComplete = (application: Application | undefined): application is Application =>
  application?.state === 'complete' && !application.deleted;

/** Tells one event, with all its attempts at all receivers, from others. */
export function eventOf({ application, type, resend }: Attempt): string {
  return [application.slug, type, type === 'update_status' ? application.changes : 0, resend].join(' ');
}

/** Returns the answers in the body of a call. */
export function answersIn(body: string): Record<string, Primitive> {
  try {
    return (JSON.parse(body) as { answers?: Record<string, Primitive> }).answers ?? {};
  } catch {
    return {};
  }
}

/** Returns whether an attempt is repeated by the rules of the specification. */
export function isRetried(status: number, { retries }: Attempt): boolean {
  return status >= 500 && retries < 3;
}
