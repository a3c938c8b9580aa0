import { stringAt } from '@idvkit/json';

import type { Delivery, Exchange, Observation, Watch } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, type Judgement } from '../rule/judgement.ts';
import type { JudgingContext } from '../rule/rule.ts';
import { resultOf } from './application-reads.ts';
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

/** What came of a call that must not make the service deliver: nothing, for all that was watched, or a delivery. */
export type Aftermath =
  | { readonly kind: 'silent'; readonly watch: Watch }
  | { readonly kind: 'delivered'; readonly delivery: Delivery }
  | { readonly kind: 'unknown' };

/**
 * Finds out whether a call, which must not make the service deliver, was followed by a delivery. What arrives later than any
 * delivery may be in coming, or after another call that could be its cause, is not put down to it.
 */
export function aftermathOf(exchange: Exchange, timeline: Timeline, context: JudgingContext): Aftermath {
  const withinMs = deliveryWithin(context);
  const ended = exchange.at + (exchange.response?.durationMs ?? 0);
  const place = timeline.observations.indexOf(exchange);
  const next = timeline.observations.find((other, index) => index > place && isAuthorisedCommand(other));
  const suspect = timeline.observations.find((other, index) => index > place && isSuspect(other, exchange)) ?? next;
  const isAfter = (delivery: Delivery): boolean => {
    const own = timeline.observations.indexOf(delivery);
    const isNext = suspect !== undefined && own > timeline.observations.indexOf(suspect);
    return own > place && delivery.at <= ended + withinMs && !isNext;
  };
  const lifecycle = unexplainedLifecycle(exchange, timeline, withinMs);
  if (lifecycle !== undefined) return { kind: 'delivered', delivery: lifecycle };
  const chains = chainsOf(timeline, 'submit_form', context);
  let watch: Watch | undefined;
  let explained = false;
  for (const receiver of new Set([...chains.map((chain) => chain.receiver), ...receiversOf(timeline)])) {
    const own = chains.filter((chain) => chain.receiver === receiver);
    const chain = own.findLast(
      ({ trigger }) => trigger === undefined || timeline.observations.indexOf(trigger) < place,
    );
    const delivery = chain?.attempts.find(isAfter);
    if (chain !== undefined && delivery !== undefined) {
      const isOwn =
        isUnexplained(delivery, chain, { exchange, withinMs }) && !isOvershadowed(exchange, timeline, withinMs);
      if (isOwn) return { kind: 'delivered', delivery };
      explained = true;
    }
    const until = Math.min(chain?.endsAt ?? firstTriggerAt(own), next?.at ?? Infinity);
    const silence = silenceAt(receiver, timeline, { from: ended, until, type: 'submit_form', withinMs });
    watch ??= silence?.[0];
  }
  return watch === undefined || explained ? { kind: 'unknown' } : { kind: 'silent', watch };
}

/**
 * Judges a call after which a delivery was due at some receivers and none was seen: it counts only where one of them was watched
 * from the call on, and for long enough.
 *
 * @param chains One for each receiver, without a delivery.
 */
export function* judgeAbsence(
  exchange: Exchange,
  chains: readonly Chain[],
  {
    timeline,
    context,
    message,
  }: { readonly timeline: Timeline; readonly context: JudgingContext; readonly message: string },
): Generator<Judgement> {
  for (const { receiver, endsAt } of chains) {
    const silence = silenceAt(receiver, timeline, {
      from: exchange.at,
      until: endsAt,
      type: 'submit_form',
      withinMs: deliveryWithin(context),
    });
    if (!silence || silence[0].at > exchange.at) continue;
    yield fail(exchange, { message, also: silence });
    return;
  }
}

/** A call that presents the token and could make the service deliver: what comes after it may be its doing. */
function isAuthorisedCommand(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return false;
  const { endpoint, method, credential } = observation.condition;
  return (endpoint === 'submit' || endpoint === 'resend') && method === 'POST' && credential === 'valid';
}

/** A call on a submitted application that would deliver again if it were not refused for its credential. */
function isRefusedResend(observation: Observation): observation is Exchange {
  if (observation.kind !== 'exchange') return false;
  const { endpoint, method, credential, application } = observation.condition;
  return endpoint === 'resend' && method === 'POST' && credential !== 'valid' && application === 'submitted';
}

/** Whether a later observation is as good a cause of what arrives after it, and another rule's matter. */
function isSuspect(other: Observation, exchange: Exchange): boolean {
  return isAuthorisedCommand(other) || (isAuthorisedCommand(exchange) && isRefusedResend(other));
}

/** How long before a call another cause counts, if that one must not deliver either: deliveries arrive sooner. */
const ARRIVES_WITHIN_MS = 2000;

/** Whether a call came so soon after a refused resend of the same application that the resend may be the cause of a delivery. */
export function followsRefusedResend(exchange: Exchange, before: readonly Observation[]): boolean {
  return before.some(
    (other) =>
      isRefusedResend(other) &&
      other.slug === exchange.slug &&
      other.at <= exchange.at &&
      exchange.at - other.at < ARRIVES_WITHIN_MS,
  );
}

/** Whether a call came so soon after another one that either may have delivered, and they are matters of different rules. */
function isOvershadowed(exchange: Exchange, { observations }: Timeline, withinMs: number): boolean {
  const before = observations.slice(0, observations.indexOf(exchange));
  if (isAuthorisedCommand(exchange)) return followsRefusedResend(exchange, before);
  return before.some((other) => isAuthorisedCommand(other) && exchange.at - other.at < withinMs);
}

/** Commands that different rules are about. */
type Command = 'submit' | 'resend' | 'refused';

function commandOf(observation: Observation): Command | undefined {
  if (observation.kind !== 'exchange') return undefined;
  const { endpoint, method, credential } = observation.condition;
  if ((endpoint !== 'submit' && endpoint !== 'resend') || method !== 'POST') return undefined;
  return credential === 'valid' ? endpoint : 'refused';
}

/** Finds the first lifecycle event after a call that nothing else explains, neither what happened nor another kind of command. */
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

/** Whether a lifecycle event may be about something that happened to the application, whoever called. */
function isOwnEvent(delivery: Delivery, { observations }: Timeline): boolean {
  // A submission starts a Decision Flow, which may change a status at any time.
  const before = observations.slice(0, observations.indexOf(delivery));
  if (before.some((other) => other.kind === 'action' || isSubmission(other))) return true;
  return eventTypeOf(delivery) === 'drop_off' && observations.some(showsExpired);
}

/** Whether an observation is a submission, or shows that there was one. */
function isSubmission(observation: Observation): boolean {
  if (observation.kind === 'delivery') return eventTypeOf(observation) === 'submit_form';
  if (observation.kind !== 'exchange') return false;
  const { condition, response } = observation;
  if (condition.application === 'submitted' || condition.application === 'unknown') return true;
  const status = response?.status ?? 500;
  return isAuthorisedCommand(observation) && condition.endpoint === 'submit' && (status < 300 || status >= 500);
}

function showsExpired(observation: Observation): boolean {
  if (observation.kind === 'exchange' && observation.condition.application === 'expired') return true;
  const body = resultOf(observation)?.body ?? (observation.kind === 'delivery' ? observation.request.body.json : {});
  return stringAt(body, 'application', 'status') === 'expired';
}

function receiversOf({ watches }: Timeline): readonly string[] {
  return watches.flatMap(({ receivers }) => receivers);
}

function firstTriggerAt(chains: readonly Chain[]): number {
  return chains.find(({ trigger }) => trigger !== undefined)?.trigger?.at ?? Infinity;
}

/** Whether a delivery can come from nothing but the call: neither a retry nor a late arrival of what was due before. */
function isUnexplained(
  delivery: Delivery,
  chain: Chain,
  { exchange, withinMs }: { readonly exchange: Exchange; readonly withinMs: number },
): boolean {
  if (!chain.clear) return false;
  const before = chain.attempts[chain.attempts.indexOf(delivery) - 1];
  if (before === undefined) return chain.trigger === undefined || exchange.at - chain.trigger.at >= withinMs;
  return endOf(before) <= exchange.at && !isServerError(answeredStatus(before));
}
