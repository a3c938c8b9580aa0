import { objectAt } from '@idvkit/json';

import type { Action, Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { payloadOf } from '../rule/payload.ts';
import type { JudgingContext } from '../rule/rule.ts';
import { type ApplicationSnapshot, mayChange, memberDifference, resultOf } from './application-reads.ts';
import { chainsOf, hasSameContent } from './delivery-chains.ts';

/** A changed status, as a receiver got it and as results show it. */
export interface StatusChange {
  /** Absent if no one is known to have changed a status, or if the delivery may be one of an earlier change. */
  readonly cause?: { readonly action: Action; readonly before: ApplicationSnapshot };
  readonly event: ApplicationSnapshot<Delivery>;
  /** The application right before the change; absent if nothing shows it. */
  readonly before: ApplicationSnapshot | undefined;
  /** The first result a second after the event; absent if something else changed in between. */
  readonly after: ApplicationSnapshot<Exchange> | undefined;
}

/** Time after which a result shows a change that was delivered. */
const SHOWN_WITHIN_MS = 1000;

/** Lists the delivered changes of statuses. */
export function* statusChangesOf(timeline: Timeline, context: JudgingContext): Generator<StatusChange> {
  let known: { readonly receiver: string; readonly cause: StatusChange['cause'] } | undefined;
  for (const { attempts, trigger, clear, receiver } of chainsOf(timeline, 'update_status', context)) {
    const [first] = attempts;
    const action = trigger?.kind === 'action' && trigger.action === 'change-status' ? trigger : undefined;
    const until = action ?? first;
    const before = until && snapshotBefore(timeline, until);
    // Deliveries with other content have no trigger of their own: they may be retries.
    if (trigger !== undefined || known?.receiver !== receiver) {
      known = { receiver, cause: action && before && clear ? { action, before } : undefined };
    }
    const event = first && deliveredApplication(first);
    if (event === undefined) continue;
    const { cause } = known;
    yield { ...(cause && { cause }), event, before, after: resultAfter(timeline, event.observation) };
  }
}

/** Checks if results before and after an action show the same application: then nothing was changed. */
export function isWithoutEffect(action: Action, timeline: Timeline): boolean {
  const { observations } = timeline;
  const place = observations.indexOf(action);
  const before = observations.slice(0, place).findLast((each) => resultOf(each) !== undefined);
  const later = observations.slice(place + 1);
  const next = later.findIndex((each) => each.kind === 'action');
  const after = later.slice(0, next < 0 ? undefined : next).find((each) => resultOf(each) !== undefined);
  const [old, shown] = [before, after].map((each) => each && resultOf(each)?.body);
  return old !== undefined && shown !== undefined && memberDifference(['application'], old, shown) === undefined;
}

/** Returns the application that a delivery shows. */
export function deliveredApplication(delivery: Delivery): ApplicationSnapshot<Delivery> | undefined {
  const body = payloadOf(delivery)?.body;
  return body !== undefined && objectAt(body, 'application') !== undefined
    ? { observation: delivery, body }
    : undefined;
}

function snapshotBefore({ observations }: Timeline, until: Observation): ApplicationSnapshot | undefined {
  for (const observation of observations.slice(0, observations.indexOf(until)).toReversed()) {
    const snapshot = observation.kind === 'delivery' ? deliveredApplication(observation) : resultOf(observation);
    if (snapshot !== undefined) return snapshot;
  }
  return undefined;
}

function resultAfter({ observations }: Timeline, event: Delivery): ApplicationSnapshot<Exchange> | undefined {
  for (const observation of observations.slice(observations.indexOf(event) + 1)) {
    // The event reaches other receivers, too, and is retried.
    const isSame =
      observation.kind === 'delivery' &&
      (observation.receiver !== event.receiver || hasSameContent(observation, event));
    if (mayChange(observation) && !isSame) return undefined;
    const read = resultOf(observation);
    if (read !== undefined && observation.at - event.at >= SHOWN_WITHIN_MS) return read;
  }
  return undefined;
}
