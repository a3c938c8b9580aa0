import { at, type JsonPath, objectAt, removeAt, stringAt } from '@idvkit/json';
import { readDateTime, type RuleId } from '@idvkit/schema/rules';

import { differenceOf } from '../../observe/json-difference.ts';
import { has, kindOf } from '../../observe/json.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, type Judgement, pass, passIf } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';
import { mayChange, memberDifference, resultOf, submissionOf } from './application-reads.ts';
import {
  answeredStatus,
  type Chain,
  chainsOf,
  deliveryWithin,
  endOf,
  eventTypeOf,
  isServerError,
  judgeNewNounce,
  silenceAt,
} from './delivery-chains.ts';
import { effectsAfter, judgeDelivered } from './silence.ts';
import { deliveredApplication } from './status-changes.ts';
import { documentedRule, statusRule } from './status-rule.ts';

const needsSubmitted =
  'A resend of a submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).';
const needsRedelivery = `${needsSubmitted} A receiver that sees the submission and the resend.`;

function isQueued({ condition, response }: Exchange): boolean {
  return condition.endpoint === 'resend' && condition.method === 'POST' && response?.status === 204;
}

const neverSubmittedIsSilent = defineRule('resend.never-submitted.no-delivery', {
  scope: 'timeline',
  needs: 'A resend of an application that was never submitted, and a receiver that is watched.',
  *judge(timeline, context) {
    for (const exchange of timeline.exchanges) {
      if (!isQueued(exchange)) continue;
      if (exchange.condition.application === 'expired') yield* judgeExpired(exchange, timeline, context);
      if (exchange.condition.application !== 'open') continue;
      const effects = effectsAfter(exchange, timeline, context);
      if (effects.kind === 'delivered') {
        yield fail(exchange, {
          message: 'A resend of an application that was never submitted was followed by a delivery',
          also: [effects.delivery],
        });
      } else if (effects.kind === 'silent') yield pass(exchange, effects.watch);
    }
  },
});

/** Judges a resend of an application that expired without a submission. */
function* judgeExpired(exchange: Exchange, timeline: Timeline, context: JudgingContext): Generator<Judgement> {
  const { observations, actions, watches } = timeline;
  const [before, after] = [
    observations.slice(0, observations.indexOf(exchange)),
    observations.slice(observations.indexOf(exchange) + 1),
  ];
  const isUnfinished = actions.some(({ action, at }) => action === 'expire' && at <= exchange.at);
  if (!isUnfinished || before.some(isSubmitted) || after.some((each) => each.kind === 'action')) return;
  const delivered = after.find((each) => submissionOf(each) !== undefined);
  if (delivered !== undefined) {
    const message = 'A resend of an application that expired without a submission was followed by a delivery';
    yield fail(exchange, { message, also: [delivered] });
    return;
  }
  for (const receiver of new Set(watches.flatMap(({ receivers }) => receivers))) {
    const period = { from: exchange.at, until: Infinity, type: 'submit_form', withinMs: deliveryWithin(context) };
    const silence = silenceAt(receiver, timeline, period);
    if (silence !== undefined) yield pass(exchange, ...silence);
  }
}

function isSubmitted(observation: Observation): boolean {
  if (observation.kind === 'action') return observation.action === 'submit';
  return submissionOf(observation) !== undefined || (observation.kind === 'exchange' && isAcceptedSubmit(observation));
}

function isAcceptedSubmit({ condition, response }: Exchange): boolean {
  return condition.endpoint === 'submit' && (response?.status ?? 200) < 300;
}

function resendsOf(
  timeline: Timeline,
  context: JudgingContext,
): readonly { readonly exchange: Exchange; readonly chains: readonly Chain[] }[] {
  const chains = chainsOf(timeline, 'submit_form', context);
  return timeline.exchanges
    .filter((exchange) => isQueued(exchange) && exchange.condition.application === 'submitted')
    .map((exchange) => ({ exchange, chains: chains.filter(({ trigger }) => trigger === exchange) }));
}

const resendDelivers = defineRule('resend.delivers', {
  scope: 'timeline',
  needs: needsRedelivery,
  *judge(timeline, context) {
    const message = 'A resend was queued and nothing was delivered';
    for (const { exchange } of resendsOf(timeline, context)) {
      yield* judgeDelivered(exchange, { timeline, context, message });
    }
  },
});

function redeliveryRule(
  id: RuleId,
  judge: (pair: { again: Delivery; first: Delivery; exchange: Exchange }, timeline: Timeline) => Iterable<Judgement>,
): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    needs: needsRedelivery,
    *judge(timeline, context) {
      const first = timeline.deliveries.find((delivery) => submissionOf(delivery) !== undefined);
      if (first === undefined) return;
      for (const { exchange, chains } of resendsOf(timeline, context)) {
        for (const again of chains.flatMap(({ attempts }) => attempts)) {
          if (isBefore(timeline, first, exchange)) yield* judge({ again, first, exchange }, timeline);
        }
      }
    },
  });
}

function isBefore({ observations }: Timeline, one: Delivery, other: Exchange): boolean {
  return observations.indexOf(one) < observations.indexOf(other);
}

const sameContent = redeliveryRule('resend.same-content', function* ({ again, first, exchange }, timeline) {
  const [one, other] = [submissionOf(first), submissionOf(again)];
  if (one === undefined || other === undefined) return;
  const between = timeline.observations.slice(
    timeline.observations.indexOf(first) + 1,
    timeline.observations.indexOf(again),
  );
  const hasChanged = between.some(mayChange);
  // A status change in between changes only this.
  const [before, after] = [one.body, other.body].map((body) =>
    hasChanged ? removeAt(body, 'application.other_status') : body,
  );
  const difference =
    memberDifference(['application', 'answers', 'extra'], before, after) ??
    (hasChanged ? unknownColumns(other.body, one.body, between) : undefined);
  yield passIf(difference === undefined, again, {
    message: 'A resend carries other content than the submission',
    path: difference,
    also: [first, exchange],
  });
});

/** Returns the path of columns that neither the submission nor anything since has shown, if the last change was seen. */
function unknownColumns(body: unknown, first: unknown, between: readonly Observation[]): JsonPath | undefined {
  const shown = between.map((each) => (each.kind === 'delivery' ? deliveredApplication(each) : resultOf(each))?.body);
  const isSeen = shown
    .slice(between.findLastIndex(({ kind }) => kind === 'action') + 1)
    .some((each) => each !== undefined);
  if (!isSeen) return undefined;
  const paths = [first, ...shown.filter((each) => each !== undefined)].map((each) =>
    differenceOf(at(each, 'application', 'other_status'), at(body, 'application', 'other_status')),
  );
  const [path] = paths;
  return path === undefined || paths.includes(undefined) ? undefined : ['application', 'other_status', ...path];
}

const newNounce = redeliveryRule('resend.new-nounce', function* ({ again }, timeline) {
  const earlier = timeline.deliveries.slice(0, timeline.deliveries.indexOf(again));
  const message = 'A resend carries a nounce that was used before';
  yield* judgeNewNounce(again, earlier, { proves: earlier.slice(0, 1), message });
});

/** Deliveries that arrive closer together than this may carry the same second. */
const RESOLUTION_MS = 1000;

const newCreatedAt = redeliveryRule('resend.new-created-at', function* ({ again, exchange }, timeline) {
  const after = createdAtOf(again);
  for (const earlier of deliveredBefore(timeline, exchange, again.receiver)) {
    const before = createdAtOf(earlier);
    if (before === undefined || after === undefined) continue;
    if (after > before) yield pass(earlier, again);
    else if (after < before || again.at - earlier.at > RESOLUTION_MS) {
      yield fail(again, {
        message: '`event.created_at` of a resend is not later than that of an earlier delivery',
        path: ['event', 'created_at'],
        expected: `later than ${stringAt(earlier.request.body.json, 'event', 'created_at')}`,
        actual: stringAt(again.request.body.json, 'event', 'created_at'),
        also: [earlier],
      });
    }
  }
});

/** Lists the submissions that a receiver got, or all of them if it got none, before a resend. */
function deliveredBefore({ observations }: Timeline, exchange: Exchange, receiver: string): readonly Delivery[] {
  const earlier = observations
    .slice(0, observations.indexOf(exchange))
    .flatMap((each) => submissionOf(each)?.observation ?? []);
  const own = earlier.filter((delivery) => delivery.receiver === receiver);
  return own.length > 0 ? own : earlier;
}

function createdAtOf({ request }: Delivery): number | undefined {
  return readDateTime(at(request.body.json, 'event', 'created_at'))?.at;
}

const LIFECYCLE: ReadonlySet<string | undefined> = new Set(['update_status', 'drop_off']);

const submissionOnly = defineRule('resend.submission-only', {
  scope: 'timeline',
  needs:
    'A resend a minute after a lifecycle event: a receiver that lifecycle events are enabled for (receiver.events), an operator that changes a status or lets an application expire, and time to wait.',
  *judge(timeline, context) {
    const withinMs = deliveryWithin(context);
    const { observations } = timeline;
    for (const exchange of timeline.exchanges) {
      if (!isQueued(exchange)) continue;
      const place = observations.indexOf(exchange);
      const earlier = observations.slice(0, place);
      // A recent cause may have more than one event to deliver, with the same content.
      if (earlier.some((each) => mayDeliver(each) && exchange.at - reachOf(each) < withinMs)) continue;
      const next = observations.slice(place + 1).find(mayChange);
      const ended = exchange.at + (exchange.response?.durationMs ?? 0);
      if (next?.kind === 'delivery' && next.at <= ended + withinMs) {
        const first = lastLifecycle(earlier, ({ receiver }) => receiver === next.receiver);
        if (first === undefined || !isSameEvent(first, next)) continue;
        yield fail(next, {
          message: 'A resend delivered a lifecycle event again',
          path: ['event', 'type'],
          expected: 'submit_form',
          actual: eventTypeOf(next),
          also: [first, exchange],
        });
        continue;
      }
      const first = lastLifecycle(earlier, () => true);
      if (first === undefined) continue;
      // The earlier event shows that the receiver gets its type, even if the watch does not say so.
      const period = { from: ended, until: next?.at ?? Infinity, type: 'submit_form', withinMs };
      const silence = silenceAt(first.receiver, timeline, period);
      if (silence !== undefined) yield pass(exchange, first, ...silence);
    }
  },
});

/** Checks for what may have deliveries still to come. */
function mayDeliver(observation: Observation): boolean {
  return observation.kind === 'delivery' || mayChange(observation);
}

function reachOf(observation: Observation): number {
  return observation.kind === 'delivery' ? endOf(observation) : observation.at;
}

/** Returns the last lifecycle event that is not retried. */
function lastLifecycle(
  observations: readonly Observation[],
  matches: (delivery: Delivery) => boolean,
): Delivery | undefined {
  const last = observations.findLast(
    (each): each is Delivery => each.kind === 'delivery' && LIFECYCLE.has(eventTypeOf(each)) && matches(each),
  );
  return last === undefined || isServerError(answeredStatus(last)) ? undefined : last;
}

function isSameEvent(one: Delivery, other: Delivery): boolean {
  const [first, second] = [one.request.body.json, other.request.body.json];
  return eventTypeOf(one) === eventTypeOf(other) && memberDifference(['application'], first, second) === undefined;
}

const bareDetail = defineRule('resend.404.bare-detail', {
  scope: 'exchange',
  needs: 'A resend of a slug that does not exist.',
  *judge(exchange) {
    const { condition, response } = exchange;
    if (condition.endpoint !== 'resend' || condition.method !== 'POST') return;
    if (response?.status !== 404 || response.body.truncated || condition.locale !== 'platform') return;
    const body = objectAt(response.body.json);
    yield passIf(body !== undefined && typeof body['detail'] === 'string' && !has(body, 'error'), exchange, {
      message: 'The 404 of a resend is not a bare `detail`',
      path: body && has(body, 'error') ? ['error'] : [],
      expected: '{ detail: string }',
      actual: body ? Object.keys(body).toSorted() : kindOf(response.body.json),
    });
  },
});

export const resendRules: readonly Rule[] = [
  statusRule('resend.status.204-empty', { needs: needsSubmitted, strictlyEmpty: true }),
  statusRule('resend.never-submitted.204', { needs: 'A resend of an application that was never submitted.' }),
  neverSubmittedIsSilent,
  resendDelivers,
  sameContent,
  newNounce,
  newCreatedAt,
  submissionOnly,
  statusRule('resend.unknown.404', { needs: 'A resend of a slug that does not exist.' }),
  bareDetail,
  documentedRule('resend.status.documented'),
];
