import { at, edited, isObject, type JsonObject, objectAt, replaceAt } from '@idvkit/json';
import { moved } from '@idvkit/schema/breaches';
import { readImageUrl } from '@idvkit/schema/rules';

import type { Endpoint } from '../../observe/condition.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { slugOf } from '../../observe/timeline.ts';
import { imagesOf, payloadOf } from '../rule/payload.ts';
import { endOf } from '../rules/delivery-chains.ts';
import { areApart } from '../rules/signed-image.ts';
import { followsRefusedResend } from '../rules/silence.ts';
import {
  type Corrupt,
  inBody,
  type MutantTable,
  onAnswer,
  onDelivery,
  oncePerRun,
  repeating,
  withBody,
  withDelivered,
  withHeader,
} from './mutant.ts';

const isAnswered = ({ answer }: Delivery, from: number): boolean =>
  answer.kind === 'status' && answer.status >= from && answer.status < from + 100;

const typeOf = ({ request }: Delivery): unknown => at(request.body.json, 'event', 'type');

function copyOf(delivery: Delivery, laterMs: number, { status = 200, name = 'again' } = {}): Delivery {
  const arrived = delivery.answer.kind === 'status' ? delivery.answer.at : delivery.at;
  const id = `${delivery.id}-${name}`;
  const [copy = delivery] =
    withDelivered(delivery, (json) =>
      replaceAt(json, 'event.nounce', (nounce) => (nounce === undefined ? undefined : id)),
    ) ?? [];
  return {
    ...copy,
    id,
    at: arrived + laterMs,
    answer: { kind: 'status', status, at: arrived + laterMs },
  };
}

function repeatedAfter(from: number): Corrupt {
  return onDelivery((target) => (isAnswered(target, from) ? [target, copyOf(target, 1)] : undefined));
}

const byApplication = oncePerRun((run) => Map.groupBy(run, slugOf));

/** Returns the observations about the application of one. */
function ofApplication(target: Observation, run: readonly Observation[]): readonly Observation[] {
  return byApplication(run).get(slugOf(target)) ?? [];
}

/** Returns the previous delivery of the same type about the same application to the same receiver. */
function before(target: Delivery, run: readonly Observation[]): Delivery | undefined {
  const own = ofApplication(target, run);
  return own
    .slice(0, own.indexOf(target))
    .findLast(
      (each): each is Delivery =>
        each.kind === 'delivery' && each.receiver === target.receiver && typeOf(each) === typeOf(target),
    );
}

/** Checks for a resend between a delivery and the one before it. */
function isResent(target: Delivery, run: readonly Observation[]): boolean {
  const own = ofApplication(target, run);
  const earlier = before(target, run);
  return (
    earlier !== undefined &&
    own
      .slice(own.indexOf(earlier), own.indexOf(target))
      .some((each) => each.kind === 'exchange' && each.condition.endpoint === 'resend')
  );
}

/** Checks that a result call showed the application's id, so that the id identifies the delivery. */
function wasRead(delivery: Delivery, run: readonly Observation[]): boolean {
  const id = at(delivery.request.body.json, 'application', 'id');
  return ofApplication(delivery, run).some(
    (each) =>
      each.kind === 'exchange' &&
      each.condition.endpoint === 'result' &&
      each.response?.status === 200 &&
      at(each.response.body.json, 'application', 'id') === id,
  );
}

function isSigned(value: unknown): boolean {
  const url = readImageUrl(value);
  return url?.q !== undefined && url.expSeconds !== undefined;
}

function answersSent(delivery: Delivery, run: readonly Observation[]): JsonObject {
  const create = ofApplication(delivery, run).find(
    (each): each is Exchange => each.kind === 'exchange' && each.condition.endpoint === 'create',
  );
  return objectAt(create?.request.body.json, 'answers') ?? {};
}

const submissionIn = oncePerRun((run) =>
  run.find(
    (each): each is Delivery => each.kind === 'delivery' && isAnswered(each, 200) && typeOf(each) === 'submit_form',
  ),
);

function withDeliveryAfter(endpoint: Endpoint): Corrupt {
  return onAnswer((target, run) => {
    const slug = slugOf(target);
    const submission = submissionIn(run);
    const isOther = target.condition.endpoint !== endpoint || followsRefusedResend(target, ofApplication(target, run));
    if (isOther || slug === undefined || submission === undefined) return undefined;
    const arrived = target.at + target.response.durationMs + 1;
    const [added = submission] =
      withDelivered(submission, (json) =>
        replaceAt(
          replaceAt(json, 'application.slug', () => slug),
          'event.nounce',
          () => 'mutant',
        ),
      ) ?? [];
    return [
      target,
      { ...added, id: 'd-mutant', at: arrived, slug, answer: { kind: 'status', status: 200, at: arrived } },
    ];
  });
}

const withNounceBefore = onDelivery((target, run) => {
  const nounce = at(before(target, run)?.request.body.json, 'event', 'nounce');
  return nounce === undefined ? undefined : withBody(target, (json) => replaceAt(json, 'event.nounce', () => nounce));
});

function withAnswers(change: (answers: JsonObject, sent: JsonObject) => JsonObject): Corrupt {
  return onDelivery((target, run) =>
    withBody(target, (json) =>
      replaceAt(json, 'answers', (answers) =>
        isObject(answers) ? change(answers, answersSent(target, run)) : answers,
      ),
    ),
  );
}

const A_TIME = '2026-01-05T03:00:00+00:00';

const withColumn: Corrupt = inBody('application.other_status', (columns) =>
  isObject(columns) ? { ...columns, mutant: 'Yes' } : columns,
);

export const sequenceMutants: MutantTable = {
  'application.submitted-at.stable': inBody('application.submitted_at', moved(1)),
  'delivery.idempotency-key.stable': inBody('application.submitted_at', moved(1)),
  'application.id.stable': inBody('application.id', (id) => (typeof id === 'number' ? id + 1 : id)),
  // Not a column: the rule leaves out the status if that may have changed in between.
  'resend.same-content': inBody('answers', (answers) => (isObject(answers) ? { ...answers, mutant: {} } : answers)),
  // Not a changed status, whose content distinguishes it from others; not a column, which may differ after one.
  'result.equals-webhook': onDelivery((target) =>
    typeOf(target) === 'submit_form'
      ? withBody(target, (json) =>
          replaceAt(json, 'answers', (answers) => (isObject(answers) ? { ...answers, mutant: {} } : answers)),
        )
      : undefined,
  ),
  'result.read-only': withColumn,
  'event.nounce.unique': repeating('event.nounce'),
  'event.created-at.is-delivery-time': inBody('event.created_at', moved(-86_400)),
  'resend.new-nounce': withNounceBefore,
  'delivery.5xx.new-nounce': withNounceBefore,
  // Long before: two deliveries within the same second may carry the same time.
  'resend.new-created-at': onDelivery((target, run) =>
    isResent(target, run)
      ? withBody(target, (json) => replaceAt(json, 'event.created_at', () => '2001-01-01T00:00:00+00:00'))
      : undefined,
  ),
  'application.slug.correlates-create': onDelivery((target, run) =>
    wasRead(target, run)
      ? withBody(target, (json) => replaceAt(json, 'application.slug', () => 'another-slug'))
      : undefined,
  ),
  'image.fresh-on-resend': onDelivery((target, run) => {
    const earlier = before(target, run);
    const old = earlier && areApart(earlier, target) ? payloadOf(earlier) : undefined;
    const now = payloadOf(target);
    const [image] = old === undefined ? [] : imagesOf(old).filter(({ value }) => isSigned(value));
    const own = now && imagesOf(now).find(({ path }) => path.join('/') === image?.path.join('/'));
    return image && own && isSigned(own.value)
      ? withBody(target, (json) => edited(json, own.path, () => image.value))
      : undefined;
  }),
  'answers.input-parameters.returned': withAnswers((answers, sent) =>
    Object.fromEntries(Object.entries(answers).filter(([key]) => !Object.hasOwn(sent, key))),
  ),
  'answers.undeclared.discarded': withAnswers((answers, sent) => ({
    ...Object.fromEntries(
      Object.entries(sent).map(([key, value]) => [key, { value, created_at: A_TIME, updated_at: A_TIME }]),
    ),
    ...answers,
  })),
  'delivery.bearer': onDelivery((target) => [{ ...target, bearer: 'mismatch' }]),
  'delivery.method.post': onDelivery((target) => [{ ...target, request: { ...target.request, method: 'PUT' } }]),
  'delivery.content-type.json': onDelivery((target) => {
    const headers = withHeader(target.request.headers, 'content-type', () => 'text/plain');
    return [{ ...target, request: { ...target.request, headers } }];
  }),
  'delivery.https': onDelivery((target) => [{ ...target, tls: false }]),
  'delivery.2xx.done': repeatedAfter(200),
  'delivery.5xx.stops-on-2xx': repeatedAfter(200),
  'delivery.4xx.not-retried': repeatedAfter(400),
  'delivery.5xx.at-most-three': onDelivery((target) =>
    isAnswered(target, 500)
      ? [target, ...[1, 2, 3, 4].map((number) => copyOf(target, number, { status: 503, name: `again-${number}` }))]
      : undefined,
  ),
  'delivery.timeout.waits-30s': onDelivery((target) =>
    target.answer.kind === 'none' ? [{ ...target, answer: { kind: 'none', closedAt: target.at + 20_000 } }] : undefined,
  ),
  'delivery.timeout.not-retried': onDelivery((target) =>
    target.answer.kind === 'none'
      ? [target, copyOf(target, (target.answer.closedAt ?? target.at) - target.at + 1)]
      : undefined,
  ),
  'resend.submission-only': onAnswer((target, run) => {
    const event = ofApplication(target, run).findLast(
      (each): each is Delivery =>
        each.kind === 'delivery' && ['update_status', 'drop_off'].includes(String(typeOf(each))),
    );
    const isResend = target.condition.endpoint === 'resend';
    return isResend && event ? [target, copyOf(event, target.at + 1 - endOf(event))] : undefined;
  }),
  'resend.never-submitted.no-delivery': withDeliveryAfter('resend'),
  'submit.camera-flow.unchanged': withDeliveryAfter('submit'),
  'submit.again.unchanged': withDeliveryAfter('submit'),
  'create.credit.not-consumed': (target) =>
    target.kind === 'credit' ? [{ ...target, after: target.after - 1 }] : undefined,
};
