import { expectedAnswers } from '../expectation/expected-answers.ts';
import { at, isObject, type JsonPath } from '../observation/json.ts';
import type { Delivery, Exchange, Observation } from '../observation/observation.ts';
import { readDateTime } from '../rule/date-time.ts';
import { imagesOf } from '../rule/payload-parts.ts';
import { payloadOf } from '../rule/payload.ts';
import { withAnswer, withDelivered, withStatus, type Canary } from './canary.ts';

type Corrupted = readonly Observation[] | undefined;

/** Corrupts exchanges alone. */
function onExchange(corrupt: (target: Exchange, run: readonly Observation[]) => Corrupted): Canary['corrupt'] {
  return (target, run) => (target.kind === 'exchange' ? corrupt(target, run) : undefined);
}

/** Corrupts deliveries alone. */
function onDelivery(corrupt: (target: Delivery, run: readonly Observation[]) => Corrupted): Canary['corrupt'] {
  return (target, run) => (target.kind === 'delivery' ? corrupt(target, run) : undefined);
}

/** Makes one place of a payload anew, be it that of a delivery or of a result. */
function inPayload(path: JsonPath, make: (old: unknown) => unknown): Canary['corrupt'] {
  return (target) => {
    if (payloadOf(target) === undefined) return undefined;
    if (target.kind === 'delivery') return withDelivered(target, path, make);
    return target.kind === 'exchange' ? withAnswer(target, path, make) : undefined;
  };
}

/** Changes a text and leaves anything else as it is. */
function onText(change: (text: string) => string): (old: unknown) => unknown {
  return (old) => (typeof old === 'string' ? change(old) : old);
}

/** Swaps one status for another, where the other would be wrong. */
function swapStatus(from: number, to: number): Canary['corrupt'] {
  return onExchange((target) => {
    const isRight = expectedAnswers(target.condition)?.some(({ status }) => status === to) ?? false;
    return target.response?.status === from && !isRight ? [withStatus(target, to)] : undefined;
  });
}

/** Puts what an error body holds into an envelope, where it must have none. */
/** The expiry of a signed image URL. */
const EXP = /([?&]exp=)(\d+)/;

const wrapInError = onExchange((target) =>
  withAnswer(target, [], (body) => ({
    error: { status_code: target.response?.status, message: 'Wrapped', detail: body },
  })),
);

/** The id and number of a copy that nothing else in the run has. */
function copyOf(delivery: Delivery, laterMs: number): Delivery {
  const arrived = delivery.answer.kind === 'status' ? delivery.answer.at : delivery.at;
  const [copy = delivery] = withDelivered(delivery, ['event', 'nounce'], () => `${delivery.id}-again`) ?? [];
  return {
    ...copy,
    id: `${delivery.id}-again`,
    at: arrived + laterMs,
    answer: { kind: 'status', status: 200, at: arrived + laterMs },
  };
}

/** The first answer of the run before `target` that holds something at `path`. */
function earlier(target: Observation, run: readonly Observation[], path: JsonPath): unknown {
  for (const observation of run) {
    if (observation.id === target.id) return undefined;
    if (observation.kind !== target.kind) continue;
    const found =
      observation.kind === 'delivery'
        ? at(observation.request.body.json, ...path)
        : observation.kind === 'exchange' && observation.condition.endpoint === 'create'
          ? at(observation.response?.body.json, ...path)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What runs are tested with: one corruption per rule, across statuses, bodies, sequences and deliveries. */
export const canaries: readonly Canary[] = [
  { rule: 'create.status.201', title: 'a 201 becomes 200', corrupt: swapStatus(201, 200) },
  {
    rule: 'create.body.required-fields',
    title: 'the answer of a create loses its form_url',
    corrupt: onExchange((target) => withAnswer(target, ['form_url'], () => undefined)),
  },
  { rule: 'auth.invalid-token.401', title: 'a 401 becomes 403', corrupt: swapStatus(401, 403) },
  { rule: 'auth.absent.403', title: 'a 403 becomes 401', corrupt: swapStatus(403, 401) },
  { rule: 'locale.unknown.302', title: 'a 302 becomes 404', corrupt: swapStatus(302, 404) },
  { rule: 'resend.never-submitted.204', title: 'a 204 becomes 200', corrupt: swapStatus(204, 200) },
  { rule: 'create.answers.format-422', title: 'a 422 becomes 400', corrupt: swapStatus(422, 400) },
  {
    rule: 'error.envelope.status-code',
    title: 'an error names another status than its own',
    corrupt: onExchange((target) =>
      withAnswer(target, ['error', 'status_code'], (code) => (typeof code === 'number' ? code + 1 : 0)),
    ),
  },
  { rule: 'submit.422.flat-map', title: "a submit's 422 gets an envelope", corrupt: wrapInError },
  { rule: 'resend.404.bare-detail', title: "a resend's 404 gets an envelope", corrupt: wrapInError },
  {
    rule: 'application.slug.unique',
    title: 'a create returns the slug of an earlier one',
    corrupt: onExchange((target, run) => {
      const slug = earlier(target, run, ['detail', 'slug']);
      return slug === undefined ? undefined : withAnswer(target, ['detail', 'slug'], () => slug);
    }),
  },
  {
    rule: 'application.no.derived',
    title: 'the number of an application is off by one',
    corrupt: (target, run) => {
      const id = at(payloadOf(target)?.body, 'application', 'id');
      return Number.isSafeInteger(id)
        ? inPayload(['application', 'no'], () => `COK00${String(Number(id) + 1).padStart(6, '0')}`)(target, run)
        : undefined;
    },
  },
  {
    rule: 'other-status.ekyc.follows-face-compare',
    title: 'the outcome is another than that of the face comparison',
    corrupt: inPayload(['application', 'other_status', 'ekyc'], (old) => (old === 'pass' ? 'need_review' : 'pass')),
  },
  {
    rule: 'face-compare.status.follows-score',
    title: 'the score lies in another band',
    corrupt: inPayload(['extra', 'ekyc', 'face_compare', 'score'], (old) =>
      typeof old === 'number' && old < 50 ? 95 : 5,
    ),
  },
  {
    rule: 'answers.nid.check-digit',
    title: 'the national id ends in another digit',
    corrupt: inPayload(
      ['answers', 'nid', 'value'],
      onText((nid) => nid.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))),
    ),
  },
  {
    rule: 'convention.timestamp.offset',
    title: 'the event says its time in another notation',
    corrupt: onDelivery((target) => {
      const time = readDateTime(at(target.request.body.json, 'event', 'created_at'));
      if (time?.offset !== '+00:00') return undefined;
      return withDelivered(
        target,
        ['event', 'created_at'],
        onText((text) => text.replace('+00:00', 'Z')),
      );
    }),
  },
  {
    rule: 'image.exp.15-minutes-after-event',
    title: 'an image lives 61 seconds longer',
    corrupt: onDelivery((target) => {
      const payload = payloadOf(target);
      // What has no exp to move is another rule's matter.
      const image = payload && imagesOf(payload).find(({ value }) => typeof value === 'string' && EXP.test(value));
      return (
        image &&
        withDelivered(
          target,
          image.path,
          onText((url) => url.replace(EXP, (_match, key: string, exp: string) => `${key}${Number(exp) + 61}`)),
        )
      );
    }),
  },
  {
    rule: 'event.nounce.unique',
    title: 'a delivery has the nounce of an earlier one',
    corrupt: onDelivery((target, run) => {
      const nounce = earlier(target, run, ['event', 'nounce']);
      return nounce === undefined ? undefined : withDelivered(target, ['event', 'nounce'], () => nounce);
    }),
  },
  {
    rule: 'delivery.bearer',
    title: 'a delivery comes with another secret',
    corrupt: onDelivery((target) => [{ ...target, bearer: 'mismatch' }]),
  },
  {
    rule: 'delivery.4xx.not-retried',
    title: 'a delivery that was answered 4xx comes again',
    corrupt: onDelivery((target) => {
      const isRefused = target.answer.kind === 'status' && target.answer.status >= 400 && target.answer.status < 500;
      return isRefused && isObject(target.request.body.json) ? [target, copyOf(target, 1)] : undefined;
    }),
  },
];
