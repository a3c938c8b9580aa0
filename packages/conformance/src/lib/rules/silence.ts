import type { Delivery, Exchange, Observation, Watch } from '../observation/observation.ts';
import type { Timeline } from '../observation/timeline.ts';
import { broken, type Judgement } from '../rule/judgement.ts';
import type { JudgingContext } from '../rule/rule.ts';
import {
  answeredStatus,
  chainsOf,
  deliveryWithin,
  endOf,
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
 * Tells whether a call, which must not make the service deliver `submit_form`, was followed by such a delivery. What arrives
 * later than any delivery may be in coming, or after another call that presented the token, is not put down to it.
 */
export function aftermathOf(exchange: Exchange, timeline: Timeline, context: JudgingContext): Aftermath {
  const withinMs = deliveryWithin(context);
  const ended = exchange.at + (exchange.response?.durationMs ?? 0);
  const place = timeline.observations.indexOf(exchange);
  const next = timeline.observations.find((other, index) => index > place && isAuthorisedCommand(other));
  const isAfter = (delivery: Delivery): boolean => {
    const own = timeline.observations.indexOf(delivery);
    const isNext = next !== undefined && own > timeline.observations.indexOf(next);
    return own > place && delivery.at <= ended + withinMs && !isNext;
  };
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
      const isOwn = isUnexplained(delivery, chain, exchange, withinMs) && !isOvershadowed(exchange, timeline, withinMs);
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
    yield broken(exchange, { message, also: silence });
    return;
  }
}

/** A call that presents the token and could make the service deliver: what comes after it may be its doing. */
function isAuthorisedCommand(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return false;
  const { endpoint, method, credential } = observation.condition;
  return (endpoint === 'submit' || endpoint === 'resend') && method === 'POST' && credential === 'valid';
}

/** Whether a call that was refused for its credential came so soon after one that was not that either may have delivered. */
function isOvershadowed(exchange: Exchange, { observations }: Timeline, withinMs: number): boolean {
  if (isAuthorisedCommand(exchange)) return false;
  const before = observations.slice(0, observations.indexOf(exchange)).filter(isAuthorisedCommand);
  return before.some(({ at }) => exchange.at - at < withinMs);
}

function receiversOf({ watches }: Timeline): readonly string[] {
  return watches.flatMap(({ receivers }) => receivers);
}

function firstTriggerAt(chains: readonly Chain[]): number {
  return chains.find(({ trigger }) => trigger !== undefined)?.trigger?.at ?? Infinity;
}

/** Whether a delivery can come from nothing but the call: neither a retry nor a late arrival of what was due before. */
function isUnexplained(delivery: Delivery, chain: Chain, exchange: Exchange, withinMs: number): boolean {
  if (!chain.clear) return false;
  const before = chain.attempts[chain.attempts.indexOf(delivery) - 1];
  if (before === undefined) return chain.trigger === undefined || exchange.at - chain.trigger.at >= withinMs;
  return endOf(before) <= exchange.at && !isServerError(answeredStatus(before));
}
