import type { RuleId } from '@idvkit/schema/rules';

import { at } from '../observation/json.ts';
import type { Action, Delivery, Exchange, Watch } from '../observation/observation.ts';
import type { Timeline } from '../observation/timeline.ts';
import { broken, kept, unproven, type Judgement } from '../rule/judgement.ts';
import { DEFAULT_DELIVERY_WITHIN_MS, defineRule, type Rule, type RuleOf } from '../rule/rule.ts';

/** Something that must make the service deliver. */
type Cause = Action | Exchange;

/** What makes the service deliver events of one type. */
interface Occasion {
  readonly event: 'submit_form' | 'update_status' | 'drop_off';
  readonly needs: string;
  readonly causesOf: (timeline: Timeline) => readonly Cause[];
  /** What did not arrive, as one sentence. */
  readonly message: string;
}

/**
 * Defines the rule that an occasion delivers to each receiver. Silence is judged only where a watch began before the
 * occasion and says that the receivers were subscribed to the event; an arrival is evidence by itself.
 */
function occasionRule(
  id: RuleId,
  { event, needs, causesOf, message }: Occasion,
  more?: (timeline: Timeline, deliveries: readonly Delivery[]) => Iterable<Judgement>,
): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    needs,
    *judge(timeline, { deliveryWithinMs = DEFAULT_DELIVERY_WITHIN_MS }): Generator<Judgement> {
      const causes = causesOf(timeline);
      const [first] = causes;
      if (first === undefined) return;
      const deliveries = timeline.deliveries.filter(({ request }) => at(request.body.json, 'event', 'type') === event);
      const watches = timeline.watches.filter((watch) => isSubscribed(watch, event));
      for (const watch of watches) yield* judgeWatch(watch, { causes, deliveries, message, deliveryWithinMs });
      const arrived = deliveries.find((delivery) => delivery.at >= first.at);
      if (!watches.some((watch) => causesWithin(watch, causes).length > 0) && arrived !== undefined) {
        yield kept(first, arrived);
      }
      if (more !== undefined) yield* more(timeline, deliveries);
    },
  });
}

/** What a watch is held against. */
interface Expectation {
  readonly causes: readonly Cause[];
  readonly deliveries: readonly Delivery[];
  readonly message: string;
  readonly deliveryWithinMs: number;
}

function* judgeWatch(watch: Watch, expectation: Expectation): Generator<Judgement> {
  const within = causesWithin(watch, expectation.causes);
  const [cause] = within;
  if (cause === undefined) return;
  for (const receiver of watch.receivers) {
    const arrived = expectation.deliveries.filter(
      (delivery) => delivery.receiver === receiver && delivery.at >= watch.at && delivery.at <= watch.until,
    );
    const [first] = arrived;
    if (first !== undefined && arrived.length >= within.length) yield kept(cause, first, watch);
    else if (watch.until - (within.at(-1)?.at ?? cause.at) < expectation.deliveryWithinMs) {
      yield unproven('Nothing was delivered, but the receiver was not watched long enough to be sure.', cause, watch);
    } else {
      yield broken(cause, {
        message: expectation.message,
        expected: `${within.length} at the receiver "${receiver}"`,
        actual: `${arrived.length}`,
        also: [watch],
      });
    }
  }
}

function causesWithin(watch: Watch, causes: readonly Cause[]): readonly Cause[] {
  return causes.filter((cause) => watch.at <= cause.at && cause.at <= watch.until);
}

/** Lifecycle events are enabled by the support alone: their silence says nothing unless the receivers are known to have them. */
function isSubscribed({ events = ['submit_form'] }: Watch, event: string): boolean {
  return events.includes(event);
}

function actionsOf({ actions }: Timeline, kind: Action['action']): readonly Action[] {
  return actions.filter(({ action }) => action === kind);
}

/** The submission of an application: by an operator, or by a submit call on an open one that has no camera step. */
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

/** Two deliveries of one submission to a receiver that had not answered the first: no retry, no resend, so one too many. */
function* judgeTwins({ exchanges }: Timeline, deliveries: readonly Delivery[]): Generator<Judgement> {
  const firstAt = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const first = firstAt.get(delivery.receiver);
    if (first === undefined) {
      firstAt.set(delivery.receiver, delivery);
      continue;
    }
    const isResent = exchanges.some(({ at, condition }) => condition.endpoint === 'resend' && at <= delivery.at);
    if (isResent || first.answer.kind !== 'status' || delivery.at >= first.answer.at) continue;
    yield broken(delivery, {
      message: 'A submission was delivered twice at once to one receiver',
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

const onChange = occasionRule('event.update-status.on-change', {
  event: 'update_status',
  needs: 'A receiver that update_status is enabled for, and an operator that changes a status.',
  causesOf: (timeline) => actionsOf(timeline, 'change-status'),
  message: 'A change of status brought no update_status delivery to a receiver',
});

const onExpiry = occasionRule('event.drop-off.on-expiry', {
  event: 'drop_off',
  needs: 'A receiver that drop_off is enabled for, and an operator that lets an unfinished application expire.',
  causesOf: (timeline) => (submissionsOf(timeline).length > 0 ? [] : actionsOf(timeline, 'expire')),
  message: 'An unfinished application that expired brought no drop_off delivery to a receiver',
});

/** Judges of the rules about when events are delivered. */
export const occasionRules: readonly Rule[] = [onSubmission, onChange, onExpiry];
