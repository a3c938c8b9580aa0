import { at } from '@idvkit/json';
import { KNOWN_EVENT_TYPES } from '@idvkit/schema';

import type { Delivery, Observation } from '../../observe/observation.ts';
import { createdSlug, timelinesOf, type Timeline } from '../../observe/timeline.ts';
import { almostKnownType } from '../rule/almost-known-type.ts';
import { DEFAULT_DELIVERY_WITHIN_MS } from '../rule/rule.ts';
import { resultOf } from '../rules/application-reads.ts';
import { answeredStatus, chainsOf, endOf, eventTypeOf, isServerError, silenceAt } from '../rules/delivery-chains.ts';
import { listed, quotedName, type Discovery } from './discovery.ts';

const CONTEXT = { clockSkewSeconds: 0, inputParameters: {}, requireHttps: false };

export function* openDeliveries(observations: readonly Observation[]): Generator<Discovery> {
  for (const delivery of observations) {
    if (delivery.kind === 'delivery') yield* openDelivery(delivery);
  }
  for (const timeline of timelinesOf(observations)) {
    yield* retrySpacing(timeline);
    yield* resentTo(timeline);
    yield* formExpiry(timeline);
  }
}

function* openDelivery(delivery: Delivery): Generator<Discovery> {
  const { request, id } = delivery;
  const names = request.headers.map(([name]) => name.toLowerCase());
  if (names.length > 0) yield { about: 'headers of a delivery', seen: listed(names), observation: id };
  const version = at(request.body.json, 'event', 'version');
  if (Number.isInteger(version)) yield { about: 'event.version', seen: String(version), observation: id };
  const type = eventTypeOf(delivery);
  if (type !== undefined && !KNOWN_EVENT_TYPES.some((known) => known === type)) {
    const meant = almostKnownType(type);
    const hint = meant === undefined ? '' : `, almost ${meant}: if it is meant, list ${meant} in receiver.events`;
    yield { about: 'event types', seen: `${quotedName(type)}${hint}`, observation: id };
  }
}

function* retrySpacing(timeline: Timeline): Generator<Discovery> {
  for (const { attempts, clear } of chainsOf(timeline, 'submit_form', CONTEXT)) {
    if (!clear || attempts.length < 2) continue;
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined || !isServerError(answeredStatus(before))) continue;
      const seen = `retry ${index} about ${roughly(attempt.at - endOf(before))} after the 5xx`;
      yield { about: 'retry spacing', seen, observation: attempt.id };
    }
  }
}

/** Reports how many of the receivers a resend reached. */
function* resentTo(timeline: Timeline): Generator<Discovery> {
  const chains = chainsOf(timeline, 'submit_form', CONTEXT).filter(({ clear, certain }) => clear && certain);
  for (const trigger of new Set(chains.map((chain) => chain.trigger))) {
    if (trigger?.kind !== 'exchange' || trigger.condition.endpoint !== 'resend') continue;
    const own = chains.filter((chain) => chain.trigger === trigger);
    const reached = own.filter(({ attempts }) => attempts.length > 0).length;
    const isSettled = own.every(({ attempts, receiver, type, endsAt: until }) => {
      const period = { from: trigger.at, until, type, withinMs: DEFAULT_DELIVERY_WITHIN_MS };
      return attempts.length > 0 || silenceAt(receiver, timeline, period) !== undefined;
    });
    if (own.length < 2 || reached === 0 || !isSettled) continue;
    const seen = reached === own.length ? 'every receiver' : `${reached} of ${own.length} receivers`;
    yield { about: 'receivers of a resend', seen, observation: trigger.id };
  }
}

/** Reports when an application was first seen expired, if no operator let it expire. */
function* formExpiry(timeline: Timeline): Generator<Discovery> {
  const create = timeline.exchanges.find((exchange) => createdSlug(exchange) !== undefined);
  if (create === undefined || timeline.actions.some(({ action }) => action === 'expire')) return;
  for (const observation of timeline.observations) {
    const isDropOff = observation.kind === 'delivery' && eventTypeOf(observation) === 'drop_off';
    if (!isDropOff && at(resultOf(observation)?.body, 'application', 'status') !== 'expired') continue;
    const seen = `no later than ${roughly(observation.at - create.at)} after the create`;
    yield { about: 'form expiry', seen, observation: observation.id };
    return;
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function roughly(ms: number): string {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? ['second', 1000];
  const count = Math.round(ms / length);
  return ms < 500 ? 'no time' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
