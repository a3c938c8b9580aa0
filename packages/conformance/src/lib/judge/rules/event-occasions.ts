import type { KnownEventType } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import type { Action, Delivery, Exchange, Observation, Watch } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { almostKnownType } from '../rule/almost-known-type.ts';
import { fail, pass, inconclusive, type Judgement } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';
import { memberDifference } from './application-reads.ts';
import {
  answeredStatus,
  deliveryWithin,
  eventTypeOf,
  hasSameContent,
  isServerError,
  MAX_RETRIES,
  silenceAt,
} from './delivery-chains.ts';
import { isWithoutEffect, statusChangesOf } from './status-changes.ts';

type Cause = Action | Exchange;

interface Occasion {
  readonly event: KnownEventType;
  readonly needs: string;
  readonly causesOf: (timeline: Timeline) => readonly Cause[];
  readonly message: string;
}

/** Defines the rule that an occasion delivers to each receiver that was subscribed and watched long enough. */
function occasionRule(
  id: RuleId,
  { event, needs, causesOf, message }: Occasion,
  more?: (timeline: Timeline, deliveries: readonly Delivery[], context: JudgingContext) => Iterable<Judgement>,
): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    needs,
    *judge(timeline, context): Generator<Judgement> {
      yield* judgeSpelling(event, timeline);
      yield* judgeRetries(event, timeline);
      const causes = causesOf(timeline);
      const [first, last] = [causes[0], causes.at(-1)];
      if (first === undefined || last === undefined) return;
      const isConfigured = event === 'submit_form' || timeline.watches.some((watch) => watch.events !== undefined);
      // A change without a delivery is worth a warning even if no one says that its type is enabled.
      const view = isConfigured || event !== 'update_status' ? timeline : presuming(event, timeline);
      const watches = (cause: Cause): readonly Watch[] => watchesOver(cause, event, view);
      const resentAt = event === 'submit_form' ? timeline.exchanges.find(isResend)?.at : undefined;
      const period = { from: last.at, until: resentAt ?? Infinity, type: event, withinMs: deliveryWithin(context) };
      const since = beforeResend(timeline.observations.slice(timeline.observations.indexOf(first)), event);
      const deliveries = since.filter((each) => each.kind === 'delivery').filter((each) => eventTypeOf(each) === event);
      const receivers = new Set([
        ...deliveries.map(({ receiver }) => receiver),
        ...watches(first).flatMap((watch) => watch.receivers),
      ]);
      for (const receiver of receivers) {
        const arrived = firstAttempts(deliveries.filter((delivery) => delivery.receiver === receiver));
        const isComplete = arrived.length >= causes.length;
        if (isComplete) yield pass(first, ...arrived.slice(0, causes.length));
        if (isComplete || !isWatched(receiver, causes, watches)) continue;
        const silence = silenceAt(receiver, view, period);
        const expected = `${causes.length} at the receiver "${receiver}"`;
        yield silence === undefined
          ? inconclusive('Nothing was delivered, but the receiver was not watched long enough to be sure.', last)
          : fail(last, {
              message: isConfigured ? message : `${message}: list ${event} in receiver.events if it is enabled`,
              expected,
              actual: `${arrived.length}`,
              also: silence,
              ...(!isConfigured && { warns: true }),
            });
      }
      if (more !== undefined) yield* more(timeline, deliveries, context);
    },
  });
}

/** Drops the retries: at most three after a 5xx, with the same content. */
function firstAttempts(deliveries: readonly Delivery[]): readonly Delivery[] {
  let retries = 0;
  return deliveries.filter((delivery, place) => {
    const before = deliveries[place - 1];
    const isRetry =
      before !== undefined &&
      isServerError(answeredStatus(before)) &&
      retries < MAX_RETRIES &&
      hasSameContent(before, delivery);
    retries = isRetry ? retries + 1 : 0;
    return !isRetry;
  });
}

/** Finds retries of an event under another type: the same content, where nothing else can have caused it. */
function* judgeRetries(event: KnownEventType, { deliveries, actions, exchanges }: Timeline): Generator<Judgement> {
  for (const [place, delivery] of deliveries.entries()) {
    const earlier = deliveries.slice(0, place).filter(({ receiver }) => receiver === delivery.receiver);
    const before = earlier.at(-1);
    if (before === undefined || eventTypeOf(before) !== event || !isServerError(answeredStatus(before))) continue;
    const isCaused = [...actions, ...exchanges].some((each) => before.at <= each.at && each.at <= delivery.at);
    const type = eventTypeOf(delivery);
    // A service may send other events beside the retry.
    const later = deliveries.slice(place + 1).filter(({ receiver }) => receiver === delivery.receiver);
    const isOther =
      earlier.some((each) => eventTypeOf(each) === type) ||
      later.some((each) => eventTypeOf(each) === event && hasSameContent(before, each));
    if (isOther || isCaused || !hasSameContent(before, delivery)) continue;
    yield fail(delivery, {
      message: 'A retry has another type than the delivery before it',
      path: ['event', 'type'],
      expected: event,
      actual: type,
      also: [before],
    });
  }
}

/** Finds deliveries of a type that is almost this one, if the configuration says that this one is enabled. */
function* judgeSpelling(event: KnownEventType, { deliveries, watches }: Timeline): Generator<Judgement> {
  if (!watches.some(({ events }) => events?.includes(event))) return;
  for (const delivery of deliveries) {
    const type = eventTypeOf(delivery);
    if (type === undefined || almostKnownType(type) !== event) continue;
    yield fail(delivery, {
      message: 'The type of an event is almost one that is enabled for the receiver (receiver.events)',
      path: ['event', 'type'],
      expected: event,
      actual: type,
    });
  }
}

/** Returns a timeline whose watches are for a type, too, if the configuration does not say which types are enabled. */
function presuming(event: KnownEventType, timeline: Timeline): Timeline {
  const watches = timeline.watches.map((watch) =>
    watch.events === undefined ? { ...watch, events: ['submit_form', event] } : watch,
  );
  return { ...timeline, watches };
}

/** Drops what follows a resend: from then on, the cause of a delivery is unclear. */
function beforeResend(observations: readonly Observation[], event: Occasion['event']): readonly Observation[] {
  if (event !== 'submit_form') return observations;
  const resend = observations.findIndex(isResend);
  return resend < 0 ? observations : observations.slice(0, resend);
}

/** Checks for a resend that was, or may have been, accepted. */
function isResend(observation: Observation): observation is Exchange {
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'resend') return false;
  const status = observation.response?.status;
  return status === undefined || status < 300 || status >= 500;
}

function isWatched(receiver: string, causes: readonly Cause[], watches: (cause: Cause) => readonly Watch[]): boolean {
  return causes.every((cause) => watches(cause).some(({ receivers }) => receivers.includes(receiver)));
}

/** Returns the watches that were on when something happened: later ones may have missed it. */
function watchesOver(cause: Cause, event: Occasion['event'], { watches }: Timeline): readonly Watch[] {
  return watches.filter(
    ({ at, until, events = ['submit_form'] }) => at <= cause.at && cause.at <= until && events.includes(event),
  );
}

function actionsOf({ actions }: Timeline, kind: Action['action']): readonly Action[] {
  return actions.filter(({ action }) => action === kind);
}

function submissionsOf(timeline: Timeline): readonly Cause[] {
  const [byOperator] = actionsOf(timeline, 'submit');
  if (byOperator !== undefined) return [byOperator];
  const byCall = timeline.exchanges.find(
    ({ condition, response }) =>
      condition.endpoint === 'submit' &&
      condition.application === 'open' &&
      condition.flow === 'plain' &&
      response?.status === 200,
  );
  return byCall === undefined ? [] : [byCall];
}

/** Finds a second delivery before the receiver answered the first: neither a retry nor a resend. */
function* judgeTwins({ exchanges }: Timeline, deliveries: readonly Delivery[]): Generator<Judgement> {
  const firstAt = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const first = firstAt.get(delivery.receiver);
    if (first === undefined) {
      firstAt.set(delivery.receiver, delivery);
      continue;
    }
    const isResent = exchanges.some((exchange) => isResend(exchange) && exchange.at <= delivery.at);
    if (isResent || first.answer.kind !== 'status' || delivery.at >= first.answer.at) continue;
    yield fail(delivery, {
      message: 'A submission was delivered twice in parallel to one receiver',
      expected: `1 at the receiver "${delivery.receiver}"`,
      also: [first],
    });
  }
}

const onSubmission = occasionRule(
  'event.submit-form.on-submission',
  {
    event: 'submit_form',
    needs:
      'A receiver, and a submission: an operator that submits, or a form without camera steps (fixtures.plainFormSlug).',
    causesOf: submissionsOf,
    message: 'A submission brought no submit_form delivery to a receiver',
  },
  judgeTwins,
);

const onChange = occasionRule(
  'event.update-status.on-change',
  {
    event: 'update_status',
    needs: 'A receiver that update_status is enabled for (receiver.events), and an operator that changes a status.',
    causesOf: (timeline) => actionsOf(timeline, 'change-status').filter((action) => !isWithoutEffect(action, timeline)),
    message: 'A change of status brought no update_status delivery to a receiver',
  },
  judgeShown,
);

/** Finds an event that shows the application as it was before the change. */
function* judgeShown(
  timeline: Timeline,
  _deliveries: readonly Delivery[],
  context: JudgingContext,
): Generator<Judgement> {
  for (const { cause, event, after } of statusChangesOf(timeline, context)) {
    if (cause === undefined || after === undefined) continue;
    const { action, before } = cause;
    const hasChanged = memberDifference(['application'], before.body, after.body);
    if (hasChanged === undefined || memberDifference(['application'], before.body, event.body) !== undefined) continue;
    yield fail(event.observation, {
      message: 'An update_status shows the application as it was before the change',
      path: hasChanged,
      also: [action, before.observation, after.observation],
    });
  }
}

const onExpiry = occasionRule('event.drop-off.on-expiry', {
  event: 'drop_off',
  needs:
    'A receiver that drop_off is enabled for (receiver.events), and an operator that lets an unfinished application expire.',
  causesOf: (timeline) => (submissionsOf(timeline).length > 0 ? [] : actionsOf(timeline, 'expire')),
  message: 'An unfinished application that expired brought no drop_off delivery to a receiver',
});

export const occasionRules: readonly Rule[] = [onSubmission, onChange, onExpiry];
