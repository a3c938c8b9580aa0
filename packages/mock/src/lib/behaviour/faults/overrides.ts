import { replaceAt } from '@idvkit/json';

import type { AnsweredCall, Draft, Overrides, PayloadSubject } from '../hooks/behaviour.ts';
import type { Call, Refusal } from '../hooks/call.ts';
import type { DeliveryTrigger } from '../hooks/history.ts';

/** Properties that something must have, or a test of it. */
export type Pattern<Subject> = Partial<Subject> | ((subject: Subject) => boolean);

type RefusedCall = Call & Pick<Refusal, 'condition'>;

/** Checks whether something has the properties of a pattern. */
export function matches<Subject extends object>(subject: Subject, pattern: Pattern<Subject>): boolean {
  if (typeof pattern === 'function') return pattern(subject);
  // The keys of a part of a subject are keys of it.
  return (Object.keys(pattern) as (keyof Subject)[]).every((key) => subject[key] === pattern[key]);
}

/** Overrides that change what is at a path of payloads, if something is there. */
export function changingPayload(
  path: string,
  change: (value: unknown) => unknown,
  where: (subject: PayloadSubject) => boolean = () => true,
): Overrides {
  return {
    payload: (document, subject) =>
      where(subject)
        ? replaceAt(document, path, (value) => (value === undefined ? undefined : change(value)))
        : document,
  };
}

/** Matches the payloads of deliveries that a trigger brings about. */
export function deliveredOn(trigger: DeliveryTrigger): (subject: PayloadSubject) => boolean {
  return (subject) => subject.carrier === 'delivery' && subject.trigger === trigger;
}

/** Overrides that refuse with another status; the bodies follow it. */
export function refusingWith(status: number, pattern: Pattern<RefusedCall>): Overrides {
  return {
    refusals: (refusals, call) =>
      refusals.map((refusal) =>
        matches({ ...call, condition: refusal.condition }, pattern) ? { ...refusal, status } : refusal,
      ),
  };
}

/** Overrides that take refusals away: the call continues as if nothing was wrong. */
export function notRefusing(pattern: Pattern<RefusedCall>): Overrides {
  return {
    refusals: (refusals, call) => refusals.filter(({ condition }) => !matches({ ...call, condition }, pattern)),
  };
}

/** Overrides that refuse calls which are in order. */
export function refusing(refusal: Refusal, pattern: Pattern<Call>): Overrides {
  return { refusals: (refusals, call) => (matches(call, pattern) ? [...refusals, refusal] : refusals) };
}

/** Overrides that rewrite answers. */
export function answering(
  pattern: Pattern<AnsweredCall>,
  rewrite: (draft: Draft, call: AnsweredCall) => Draft,
): Overrides {
  return { respond: (draft, call) => (matches(call, pattern) ? rewrite(draft, call) : draft) };
}

/** Overrides that give answers another status, header or body. */
export function answeringWith(pattern: Pattern<AnsweredCall>, { headers, ...changes }: Partial<Draft>): Overrides {
  return answering(pattern, (draft) => ({ ...draft, ...changes, headers: { ...draft.headers, ...headers } }));
}

/** Overrides that change what is at a path of JSON answers. */
export function changingAnswer(
  pattern: Pattern<AnsweredCall>,
  path: string,
  change: (value: unknown, call: AnsweredCall) => unknown,
): Overrides {
  return answering(pattern, (draft, call) => ({
    ...draft,
    body: replaceAt(draft.body, path, (value) => change(value, call)),
  }));
}
