import { at, isObject, type JsonPath } from '@idvkit/json';
import { readDateTime } from '@idvkit/schema/rules';

import type { Exchange, Observation } from '../../observe/observation.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { imagesOf } from '../rule/payload-parts.ts';
import { payloadOf } from '../rule/payload.ts';
import { copyOf, inPayload, onDelivery, onExchange, onText } from './corrupting.ts';
import { withAnswer, withDelivered, withStatus, type Mutant } from './mutant.ts';

/** Swaps one status for another, where the other would be wrong. */
function swapStatus(from: number, to: number): Mutant['corrupt'] {
  return onExchange((target) => {
    const isRight = expectedAnswers(target.condition)?.some(({ status }) => status === to) ?? false;
    return target.response?.status === from && !isRight ? [withStatus(target, to)] : undefined;
  });
}

/** The expiry of a signed image URL. */
const EXP = /([?&]exp=)(\d+)/;

/** Puts what an error body holds into an envelope, where it must have none. */
const wrapInError = onExchange((target) =>
  withAnswer(target, [], (body) => ({
    error: { status_code: target.response?.status, message: 'Wrapped', detail: body },
  })),
);

/** The first answer of the run before `target` that holds something at `path`. */
function earlier(target: Observation, run: readonly Observation[], path: JsonPath): unknown {
  for (const observation of run) {
    if (observation.id === target.id) return undefined;
    if (observation.kind !== target.kind) continue;
    const found =
      observation.kind === 'delivery'
        ? at(observation.request.body.json, ...path)
        : observation.kind === 'exchange' && isCreated(observation)
          ? at(observation.response?.body.json, ...path)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isCreated({ condition, response }: Exchange): boolean {
  return condition.endpoint === 'create' && response !== undefined && response.status < 300;
}

/** A sample of corruptions across statuses, bodies, sequences and deliveries. */
export const sampleMutants: readonly Mutant[] = [
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
    // By the outcome, as no outcome is stated for scores between the bands.
    corrupt: inPayload(['extra', 'ekyc', 'face_compare'], (old) =>
      isObject(old) ? { ...old, score: old['status'] === 'not_match' ? 95 : 5 } : old,
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
