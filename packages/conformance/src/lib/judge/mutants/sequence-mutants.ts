import { at, edited, isObject, objectAt } from '@idvkit/json';
import { readImageUrl } from '@idvkit/schema/rules';

import type { Endpoint } from '../../observe/condition.ts';
import { messageBody } from '../../observe/message-body.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { slugOf } from '../../observe/timeline.ts';
import { imagesOf } from '../rule/payload-parts.ts';
import { payloadOf } from '../rule/payload.ts';
import { areApart } from '../rules/signed-image-freshness.ts';
import { followsRefusedResend } from '../rules/silence.ts';
import { copyOf, onDelivery, onExchange } from './corrupting.ts';
import { withAnswer, withDelivered, type Mutant } from './mutant.ts';

const isAnswered = ({ answer }: Delivery, from: number): boolean =>
  answer.kind === 'status' && answer.status >= from && answer.status < from + 100;

const typeOf = ({ request }: Delivery): unknown => at(request.body.json, 'event', 'type');

/** The delivery about the same application, to the same receiver and of the same type, that came before. */
function before(target: Delivery, run: readonly Observation[]): Delivery | undefined {
  const until = run.findIndex(({ id }) => id === target.id);
  return run
    .slice(0, until)
    .findLast(
      (each): each is Delivery =>
        each.kind === 'delivery' &&
        each.slug === target.slug &&
        each.receiver === target.receiver &&
        typeOf(each) === typeOf(target),
    );
}

/** Whether the application of a delivery was read under its slug, so that its id tells whose delivery it is. */
function wasRead({ slug, request }: Delivery, run: readonly Observation[]): boolean {
  const id = at(request.body.json, 'application', 'id');
  return run.some(
    (each) =>
      each.kind === 'exchange' &&
      each.condition.endpoint === 'result' &&
      each.slug === slug &&
      each.response?.status === 200 &&
      at(each.response.body.json, 'application', 'id') === id,
  );
}

/** Whether the URL of an image can be held against another of the same place. */
function isSigned(value: unknown): boolean {
  const url = readImageUrl(value);
  return url?.q !== undefined && url.expSeconds !== undefined;
}

/** What some application's create was sent as answers. */
function answersSent(slug: string | undefined, run: readonly Observation[]): Readonly<Record<string, unknown>> {
  const create = run.find(
    (each): each is Exchange =>
      each.kind === 'exchange' && at(each.response?.body.json, 'detail', 'slug') === slug && slug !== undefined,
  );
  return objectAt(create?.request.body.json, 'answers') ?? {};
}

/** A submission of another application, as if it had been its own. */
function deliveryAbout(slug: string, at: number, run: readonly Observation[]): Delivery | undefined {
  const some = run.find(
    (each): each is Delivery => each.kind === 'delivery' && isAnswered(each, 200) && typeOf(each) === 'submit_form',
  );
  if (some === undefined) return undefined;
  const json = edited(
    edited(some.request.body.json, ['application', 'slug'], () => slug),
    ['event', 'nounce'],
    () => 'mutant',
  );
  const body = messageBody(new TextEncoder().encode(JSON.stringify(json)));
  return {
    ...some,
    id: 'd-mutant',
    at,
    slug,
    request: { ...some.request, body },
    answer: { kind: 'status', status: 200, at },
  };
}

/** Has a delivery arrive right after a call on an endpoint that must bring none about. */
const withDelivery = (endpoints: readonly Endpoint[], isRefused = false): Mutant['corrupt'] =>
  onExchange((target, run) => {
    const status = target.response?.status ?? 0;
    if (!endpoints.includes(target.condition.endpoint) || (isRefused && status !== 401 && status !== 403))
      return undefined;
    if (!isRefused && followsRefusedResend(target, run)) return undefined;
    const slug = slugOf(target);
    const added =
      slug === undefined ? undefined : deliveryAbout(slug, target.at + (target.response?.durationMs ?? 0) + 1, run);
    return added && [target, added];
  });

/** Rules about what comes after what, and about deliveries. */
export const sequenceMutants: readonly Mutant[] = [
  {
    rule: 'event.present',
    title: 'a delivery has no event',
    corrupt: onDelivery((target) => withDelivered(target, ['event'], () => undefined)),
  },
  {
    rule: 'event.created-at.is-delivery-time',
    title: 'an event is a day old',
    corrupt: onDelivery((target) =>
      withDelivered(target, ['event', 'created_at'], (old) => {
        const time = Date.parse(String(old));
        return Number.isNaN(time) ? old : new Date(time - 86_400_000).toISOString().replace('Z', '+00:00');
      }),
    ),
  },
  {
    rule: 'delivery.method.post',
    title: 'a delivery is a PUT',
    corrupt: onDelivery((target) => [{ ...target, request: { ...target.request, method: 'PUT' } }]),
  },
  {
    rule: 'delivery.content-type.json',
    title: 'a delivery is labelled as text',
    corrupt: onDelivery((target) => [
      {
        ...target,
        request: {
          ...target.request,
          headers: target.request.headers.map(([name, value]) => [
            name,
            /^content-type$/i.test(name) ? 'text/plain' : value,
          ]),
        },
      },
    ]),
  },
  {
    rule: 'delivery.https',
    title: 'a delivery comes without TLS',
    corrupt: onDelivery((target) => [{ ...target, tls: false }]),
  },
  {
    rule: 'delivery.timeout.waits-30s',
    title: 'a receiver is given 20 seconds',
    corrupt: onDelivery((target) =>
      target.answer.kind === 'none'
        ? [{ ...target, answer: { kind: 'none', closedAt: target.at + 20_000 } }]
        : undefined,
    ),
  },
  {
    rule: 'delivery.2xx.done',
    title: 'a delivery that was accepted comes again',
    corrupt: onDelivery((target) => (isAnswered(target, 200) ? [target, copyOf(target, 1)] : undefined)),
  },
  {
    rule: 'delivery.5xx.stops-on-2xx',
    title: 'a retry that was accepted is followed by another',
    corrupt: onDelivery((target) => (isAnswered(target, 200) ? [target, copyOf(target, 1)] : undefined)),
  },
  {
    rule: 'delivery.timeout.not-retried',
    title: 'a delivery without an answer comes again',
    corrupt: onDelivery((target) =>
      target.answer.kind === 'none'
        ? [target, copyOf(target, (target.answer.closedAt ?? target.at) - target.at + 1)]
        : undefined,
    ),
  },
  {
    rule: 'delivery.5xx.at-most-three',
    title: 'a delivery is tried four times more',
    corrupt: onDelivery((target) =>
      isAnswered(target, 500)
        ? [target, ...['1', '2', '3', '4'].map((name, index) => copyOf(target, index + 1, 503, `again-${name}`))]
        : undefined,
    ),
  },
  ...(['resend.new-nounce', 'delivery.5xx.new-nounce'] as const).map((rule): Mutant => ({
    rule,
    title: 'a delivery repeats the nounce of the one before',
    corrupt: onDelivery((target, run) => {
      const nounce = at(before(target, run)?.request.body.json, 'event', 'nounce');
      return nounce === undefined ? undefined : withDelivered(target, ['event', 'nounce'], () => nounce);
    }),
  })),
  {
    rule: 'resend.new-created-at',
    title: 'a resend is older than the delivery before',
    // Long before: of two within the same second, the same time may be right.
    corrupt: onDelivery(
      (target, run) =>
        before(target, run) && withDelivered(target, ['event', 'created_at'], () => '2001-01-01T00:00:00+00:00'),
    ),
  },
  {
    rule: 'image.fresh-on-resend',
    title: 'a resend repeats an image URL',
    corrupt: onDelivery((target, run) => {
      const earlier = before(target, run);
      const old = earlier && areApart(earlier, target) ? payloadOf(earlier) : undefined;
      const now = payloadOf(target);
      const [image] = old === undefined ? [] : imagesOf(old).filter(({ value }) => isSigned(value));
      const own = now && imagesOf(now).find(({ path }) => path.join('/') === image?.path.join('/'));
      return image && own && isSigned(own.value) ? withDelivered(target, own.path, () => image.value) : undefined;
    }),
  },
  {
    rule: 'answers.input-parameters.returned',
    title: 'an input parameter is gone',
    corrupt: onDelivery((target, run) => {
      const sent = Object.keys(answersSent(target.slug, run));
      return withDelivered(target, ['answers'], (answers) =>
        isObject(answers)
          ? Object.fromEntries(Object.entries(answers).filter(([key]) => !sent.includes(key)))
          : answers,
      );
    }),
  },
  {
    rule: 'answers.undeclared.discarded',
    title: 'an undeclared key comes back',
    corrupt: onDelivery((target, run) => {
      const sent = answersSent(target.slug, run);
      return withDelivered(target, ['answers'], (answers) =>
        isObject(answers)
          ? {
              ...Object.fromEntries(
                Object.entries(sent).map(([key, value]) => [
                  key,
                  { value, created_at: '2026-01-05T03:00:00+00:00', updated_at: '2026-01-05T03:00:00+00:00' },
                ]),
              ),
              ...answers,
            }
          : answers,
      );
    }),
  },
  {
    rule: 'resend.never-submitted.no-delivery',
    title: 'a delivery comes for an open application',
    corrupt: withDelivery(['resend']),
  },
  {
    rule: 'submit.camera-flow.unchanged',
    title: 'a refused submission is delivered',
    corrupt: withDelivery(['submit']),
  },
  { rule: 'submit.again.unchanged', title: 'a second submission is delivered', corrupt: withDelivery(['submit']) },
  {
    rule: 'create.credit.not-consumed',
    title: 'a create took credit',
    corrupt: (target) => (target.kind === 'credit' ? [{ ...target, after: target.after - 1 }] : undefined),
  },
  {
    rule: 'auth.no-leak',
    title: 'a refusal tells the result',
    corrupt: onExchange((target) =>
      [401, 403, 404].includes(target.response?.status ?? 0)
        ? withAnswer(target, [], (old) => ({ ...Object(old), application: { status: 'complete' } }))
        : undefined,
    ),
  },
  {
    rule: 'application.slug.correlates-create',
    title: 'a delivery has another slug',
    corrupt: onDelivery((target, run) =>
      wasRead(target, run) ? withDelivered(target, ['application', 'slug'], () => 'another-slug') : undefined,
    ),
  },
];
