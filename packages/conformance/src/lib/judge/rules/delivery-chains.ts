import { at, stringAt } from '@idvkit/json';

import { differenceOf } from '../../observe/json-difference.ts';
import type { Action, Delivery, Exchange, Observation, Watch } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, type Judgement, pass } from '../rule/judgement.ts';
import { DEFAULT_DELIVERY_WITHIN_MS, type JudgingContext } from '../rule/rule.ts';

/** A delivery and its retries: what one trigger sent to one receiver. */
export interface Chain {
  readonly receiver: string;
  readonly type: string;
  readonly trigger?: Action | Exchange;
  /** False if the outcome of the trigger is unknown, so that it may have delivered nothing. */
  readonly certain: boolean;
  readonly attempts: readonly Delivery[];
  /** Time of the next trigger; later arrivals may belong to it. */
  readonly endsAt: number;
  /** False if deliveries of an earlier chain could still be on their way. */
  readonly clear: boolean;
}

/** Largest number of retries of one delivery. @see Specification, "Delivery rules" */
export const MAX_RETRIES = 3;

export function deliveryWithin({ deliveryWithinMs = DEFAULT_DELIVERY_WITHIN_MS }: JudgingContext): number {
  return deliveryWithinMs;
}

export function eventTypeOf({ request }: Delivery): string | undefined {
  return stringAt(request.body.json, 'event', 'type');
}

export function answeredStatus({ answer }: Delivery): number | undefined {
  return answer.kind === 'status' ? answer.status : undefined;
}

export function isAcknowledged(delivery: Delivery): boolean {
  const status = answeredStatus(delivery) ?? 0;
  return status >= 200 && status < 300;
}

/** Returns when the receiver answered a delivery, or when the service gave up. */
export function endOf({ answer, at }: Delivery): number {
  return answer.kind === 'status' ? answer.at : (answer.closedAt ?? at + 30_000);
}

interface OpenChain {
  readonly trigger?: Action | Exchange;
  readonly certain: boolean;
  readonly clear: boolean;
  readonly attempts: Delivery[];
}

/**
 * Groups the deliveries about an application by receiver and event type, from one trigger to the next. Refused calls send
 * nothing: what arrives after one belongs to the chain before it. The first chain of a receiver has no trigger.
 */
export function chainsOf(timeline: Timeline, type: string, context: JudgingContext): readonly Chain[] {
  const receivers = new Set([
    ...timeline.deliveries.map(({ receiver }) => receiver),
    ...timeline.watches.flatMap(({ receivers }) => receivers),
  ]);
  return [...receivers].flatMap((receiver) =>
    chainsAt(timeline, { receiver, type, withinMs: deliveryWithin(context) }),
  );
}

function chainsAt(
  { observations }: Timeline,
  { receiver, type, withinMs }: { readonly receiver: string; readonly type: string; readonly withinMs: number },
): readonly Chain[] {
  const chains: Chain[] = [];
  let current: OpenChain = { certain: false, clear: true, attempts: [] };
  const close = (endsAt: number): void => void chains.push({ receiver, type, ...current, endsAt });
  for (const observation of observations) {
    const certainty = certaintyOf(observation, type);
    if (certainty !== undefined && (observation.kind === 'action' || observation.kind === 'exchange')) {
      close(observation.at);
      current = {
        trigger: observation,
        certain: certainty === 'certain',
        clear: isSettled(current, observation.at, withinMs),
        attempts: [],
      };
    } else if (observation.kind === 'delivery' && observation.receiver === receiver) {
      if (eventTypeOf(observation) !== type) continue;
      if (isOtherContent(current, observation, type)) {
        close(observation.at);
        current = { certain: false, clear: true, attempts: [] };
      }
      current.attempts.push(observation);
    }
  }
  close(Infinity);
  return chains;
}

/** Returns if an observation makes the service deliver events of a type; undefined if it does not. */
function certaintyOf(observation: Observation, type: string): 'certain' | 'perhaps' | undefined {
  if (type === 'drop_off') return isAction(observation, 'expire') ? 'certain' : undefined;
  const submission = submissionCertainty(observation);
  if (type === 'update_status') {
    if (isAction(observation, 'change-status')) return 'certain';
    return submission !== undefined || isAction(observation, 'expire') ? 'perhaps' : undefined;
  }
  // The effect of a deletion on deliveries is not shown.
  return isAction(observation, 'delete') ? 'perhaps' : (submission ?? resendCertainty(observation));
}

function isAction(observation: Observation, action: Action['action']): boolean {
  return observation.kind === 'action' && observation.action === action;
}

function submissionCertainty(observation: Observation): 'certain' | 'perhaps' | undefined {
  if (isAction(observation, 'submit')) return 'certain';
  return isCall(observation, 'submit') ? acceptance(observation) : undefined;
}

function resendCertainty(observation: Observation): 'certain' | 'perhaps' | undefined {
  if (!isCall(observation, 'resend') || observation.condition.application === 'open') return undefined;
  const accepted = acceptance(observation);
  return accepted === 'certain' && observation.condition.application !== 'submitted' ? 'perhaps' : accepted;
}

function isCall(observation: Observation, endpoint: 'submit' | 'resend'): observation is Exchange {
  return (
    observation.kind === 'exchange' &&
    observation.condition.endpoint === endpoint &&
    observation.condition.method === 'POST'
  );
}

function acceptance({ response }: Exchange): 'certain' | 'perhaps' | undefined {
  if (response === undefined || response.status >= 500) return 'perhaps';
  return response.status < 300 ? 'certain' : undefined;
}

/** Checks that everything a chain may still send must have arrived before `now`. */
function isSettled({ trigger, attempts }: OpenChain, now: number, withinMs: number): boolean {
  const last = attempts.at(-1);
  if (last === undefined) return trigger === undefined || now - trigger.at >= withinMs;
  const pending = isServerError(answeredStatus(last)) && attempts.length <= MAX_RETRIES;
  return endOf(last) <= now && (!pending || now - endOf(last) >= withinMs);
}

export function isServerError(status: number | undefined): boolean {
  return status !== undefined && status >= 500 && status < 600;
}

/** Checks for a lifecycle event with other content: it is another event, even if nothing was seen to cause it. */
function isOtherContent({ attempts }: OpenChain, delivery: Delivery, type: string): boolean {
  const [first] = attempts;
  if (type === 'submit_form' || first === undefined) return false;
  return !hasSameContent(first, delivery);
}

/** Checks that two deliveries show the same application. */
export function hasSameContent(one: Delivery, other: Delivery): boolean {
  const applicationIn = ({ request }: Delivery): unknown => at(request.body.json, 'application');
  return differenceOf(applicationIn(one), applicationIn(other)) === undefined;
}

/** Returns watches that prove that a receiver got nothing; undefined if together they are too short. */
export function silenceAt(
  receiver: string,
  timeline: Timeline,
  { withinMs, ...period }: WatchedPeriod & { readonly withinMs: number },
): readonly [Watch, ...Watch[]] | undefined {
  const { watches, watchedMs } = watchedAt(receiver, timeline, period);
  const [first, ...others] = watches;
  return first !== undefined && watchedMs >= withinMs ? [first, ...others] : undefined;
}

export interface WatchedPeriod {
  readonly from: number;
  readonly until: number;
  readonly type: string;
}

/** Returns the watches of a receiver in a period, and how long they watched it together. */
export function watchedAt(
  receiver: string,
  { watches }: Timeline,
  { from, until, type }: WatchedPeriod,
): { readonly watches: readonly Watch[]; readonly watchedMs: number } {
  const own = watches
    .filter(({ receivers, events = ['submit_form'] }) => receivers.includes(receiver) && events.includes(type))
    .filter((watch) => Math.min(watch.until, until) > Math.max(watch.at, from));
  let watchedMs = 0;
  let reached = from;
  for (const watch of own) {
    const end = Math.min(watch.until, until);
    watchedMs += Math.max(0, end - Math.max(watch.at, reached));
    reached = Math.max(reached, end);
  }
  return { watches: own, watchedMs };
}

/** Checks that a delivery carries a new nounce. A pass cites `proves`. */
export function* judgeNewNounce(
  delivery: Delivery,
  earlier: readonly Delivery[],
  { proves, message }: { readonly proves: readonly Delivery[]; readonly message: string },
): Generator<Judgement> {
  const nounce = nounceOf(delivery);
  if (nounce === undefined) return;
  const twin = earlier.find((other) => nounceOf(other) === nounce);
  if (twin === undefined) {
    yield pass(delivery, ...proves);
    return;
  }
  yield fail(delivery, {
    message,
    path: ['event', 'nounce'],
    expected: 'a new nounce',
    actual: nounce,
    also: [twin],
  });
}

function nounceOf({ request }: Delivery): string | undefined {
  return stringAt(request.body.json, 'event', 'nounce');
}
