import { stringAt } from '@idvkit/json';

import type { Delivery, Exchange, Observation, Watch } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, pass, passFor, type Judgement } from '../rule/judgement.ts';
import { payloadOf } from '../rule/payload.ts';
import { DEFAULT_DELIVERY_WITHIN_MS, type JudgingContext } from '../rule/rule.ts';
import { mayChange } from './application-reads.ts';
import {
  answeredStatus,
  chainsOf,
  deliveryWithin,
  endOf,
  eventTypeOf,
  isServerError,
  silenceAt,
  type Chain,
} from './delivery-chains.ts';

/** The effect of a call that must not cause a delivery. */
export type Effects =
  | { readonly kind: 'silent'; readonly watch: Watch }
  | { readonly kind: 'delivered'; readonly delivery: Delivery }
  | { readonly kind: 'unknown' };

/** Finds a delivery that a call must not cause. Ignores late ones, and those after another possible cause. */
export function effectsAfter(exchange: Exchange, timeline: Timeline, context: JudgingContext): Effects {
  const withinMs = deliveryWithin(context);
  const ended = exchange.at + (exchange.response?.durationMs ?? 0);
  const place = timeline.observations.indexOf(exchange);
  const next = timeline.observations.find((other, index) => index > place && isAuthorisedCommand(other));
  const suspect = timeline.observations.find((other, index) => index > place && isSuspect(other, exchange));
  const isAfter = (delivery: Delivery): boolean => {
    const own = timeline.observations.indexOf(delivery);
    const isNext = suspect !== undefined && own > timeline.observations.indexOf(suspect);
    return own > place && delivery.at <= ended + withinMs && !isNext;
  };
  const lifecycle = unexplainedLifecycle(exchange, timeline, withinMs);
  if (lifecycle !== undefined) return { kind: 'delivered', delivery: lifecycle };
  const chains = chainsOf(timeline, 'submit_form', context).filter(
    ({ trigger }) => trigger === undefined || timeline.observations.indexOf(trigger) < place,
  );
  let watch: Watch | undefined;
  let explained = false;
  // The last chain of each receiver.
  for (const [receiver, chain] of new Map(chains.map((each) => [each.receiver, each]))) {
    const delivery = chain.attempts.find(isAfter);
    if (delivery !== undefined) {
      const isOwn =
        isUnexplained(delivery, chain, { exchange, withinMs }) && !isOvershadowed(exchange, timeline, withinMs);
      if (isOwn) return { kind: 'delivered', delivery };
      explained = true;
    }
    const until = Math.min(chain.endsAt, next?.at ?? Infinity);
    const silence = silenceAt(receiver, timeline, { from: ended, until, type: 'submit_form', withinMs });
    watch ??= silence?.[0];
  }
  return watch === undefined || explained ? { kind: 'unknown' } : { kind: 'silent', watch };
}

/** Judges a call after which a delivery was due: it fails if a receiver was watched long enough and got none. */
export function* judgeDelivered(
  exchange: Exchange,
  { timeline, context, message, part }: DeliveryDue,
): Generator<Judgement> {
  const chains = chainsOf(timeline, 'submit_form', context).filter(({ trigger }) => trigger === exchange);
  const [delivery] = chains.flatMap(({ attempts }) => attempts);
  if (delivery) yield part === undefined ? pass(exchange, delivery) : passFor(part, exchange, delivery);
  if (delivery) return;
  for (const { receiver, endsAt } of chains) {
    const period = { from: exchange.at, until: endsAt, type: 'submit_form', withinMs: deliveryWithin(context) };
    const silence = silenceAt(receiver, timeline, period);
    if (!silence || silence[0].at > exchange.at) continue;
    yield fail(exchange, { message, also: silence });
    return;
  }
}

interface DeliveryDue {
  readonly timeline: Timeline;
  readonly context: JudgingContext;
  readonly message: string;
  readonly part?: string;
}

/** Checks for a call with the token that could cause a delivery. */
function isAuthorisedCommand(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return false;
  const { endpoint, method, credential } = observation.condition;
  return (endpoint === 'submit' || endpoint === 'resend') && method === 'POST' && credential === 'valid';
}

/** Checks for a resend of a submitted application that is refused for its credential. */
function isRefusedResend(observation: Observation): observation is Exchange {
  if (observation.kind !== 'exchange') return false;
  const { endpoint, method, credential, application } = observation.condition;
  return endpoint === 'resend' && method === 'POST' && credential !== 'valid' && application === 'submitted';
}

/** Checks for a later, equally likely cause, which is another rule's matter. */
function isSuspect(other: Observation, exchange: Exchange): boolean {
  return isAuthorisedCommand(other) || (isAuthorisedCommand(exchange) && isRefusedResend(other));
}

/** Time in which another forbidden cause before a call counts: deliveries arrive sooner. */
const ARRIVES_WITHIN_MS = 2000;

/** Checks if a refused resend right before a call may have caused its delivery. */
export function followsRefusedResend(exchange: Exchange, before: readonly Observation[]): boolean {
  return before.some(
    (other) =>
      isRefusedResend(other) &&
      other.slug === exchange.slug &&
      other.at <= exchange.at &&
      exchange.at - other.at < ARRIVES_WITHIN_MS,
  );
}

/** Checks if an earlier call, which another rule judges, may have caused the delivery. */
function isOvershadowed(exchange: Exchange, { observations }: Timeline, withinMs: number): boolean {
  const before = observations.slice(0, observations.indexOf(exchange));
  if (isAuthorisedCommand(exchange)) return followsRefusedResend(exchange, before);
  return before.some((other) => isAuthorisedCommand(other) && exchange.at - other.at < withinMs);
}

type Command = 'submit' | 'resend' | 'refused';

function commandOf(observation: Observation): Command | undefined {
  if (observation.kind !== 'exchange') return undefined;
  const { endpoint, method, credential } = observation.condition;
  if ((endpoint !== 'submit' && endpoint !== 'resend') || method !== 'POST') return undefined;
  return credential === 'valid' ? endpoint : 'refused';
}

/** Finds the first lifecycle event after a call that no other event or command explains. */
function unexplainedLifecycle(exchange: Exchange, timeline: Timeline, withinMs: number): Delivery | undefined {
  const { observations } = timeline;
  const place = observations.indexOf(exchange);
  const own = commandOf(exchange);
  const isOther = (other: Observation): boolean => ![undefined, own].includes(commandOf(other));
  const isOvershadowed = observations
    .slice(0, place)
    .some((other) => isOther(other) && exchange.at - other.at < ARRIVES_WITHIN_MS);
  if (isOvershadowed) return undefined;
  const after = observations.slice(place + 1);
  const next = after.findIndex(isOther);
  return after
    .slice(0, next < 0 ? undefined : next)
    .filter((other) => other.kind === 'delivery')
    .find(
      (delivery) =>
        ['update_status', 'drop_off'].includes(eventTypeOf(delivery) ?? '') &&
        delivery.at - exchange.at <= withinMs &&
        !isOwnEvent(delivery, timeline),
    );
}

/** Checks if something else that happened to the application explains a lifecycle event. */
function isOwnEvent(delivery: Delivery, { observations }: Timeline): boolean {
  // A submission starts a Decision Flow, which may change a status at any time.
  const before = observations.slice(0, observations.indexOf(delivery));
  if (before.some((other) => other.kind === 'action' || isSubmission(other))) return true;
  return eventTypeOf(delivery) === 'drop_off' && observations.some(showsExpired);
}

function isSubmission(observation: Observation): boolean {
  if (observation.kind === 'delivery') return eventTypeOf(observation) === 'submit_form';
  if (observation.kind !== 'exchange') return false;
  const { application } = observation.condition;
  return (
    application === 'submitted' ||
    application === 'unknown' ||
    (isAuthorisedCommand(observation) && mayChange(observation))
  );
}

function showsExpired(observation: Observation): boolean {
  if (observation.kind === 'exchange' && observation.condition.application === 'expired') return true;
  return stringAt(payloadOf(observation)?.body, 'application', 'status') === 'expired';
}

/** Checks that only the call explains a delivery: it is neither a retry nor late. */
function isUnexplained(
  delivery: Delivery,
  chain: Chain,
  { exchange, withinMs }: { readonly exchange: Exchange; readonly withinMs: number },
): boolean {
  if (!chain.clear) return false;
  const before = chain.attempts[chain.attempts.indexOf(delivery) - 1];
  // A service that is slow may deliver later than a run has patience.
  const laterMs = Math.max(withinMs, DEFAULT_DELIVERY_WITHIN_MS);
  if (before === undefined) return chain.trigger === undefined || exchange.at - chain.trigger.at >= laterMs;
  return endOf(before) <= exchange.at && !isServerError(answeredStatus(before));
}
