import { at } from '@idvkit/json';
import { KNOWN_EVENT_TYPES } from '@idvkit/schema';

import type { Delivery, Observation } from '../../observe/observation.ts';
import { createdSlug, timelinesOf, type Timeline } from '../../observe/timeline.ts';
import { resultOf } from '../rules/application-reads.ts';
import { answeredStatus, chainsOf, endOf, eventTypeOf, isServerError } from '../rules/delivery-chains.ts';
import { listed, quotedName, type Discovery } from './discovery.ts';

export function* openDeliveries(observations: readonly Observation[]): Generator<Discovery> {
  for (const delivery of observations) {
    if (delivery.kind === 'delivery') yield* openDelivery(delivery);
  }
  for (const timeline of timelinesOf(observations)) {
    yield* retrySpacing(timeline);
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
    yield { about: 'event types', seen: quotedName(type), observation: id };
  }
}

function* retrySpacing(timeline: Timeline): Generator<Discovery> {
  const context = { clockSkewSeconds: 0, inputParameters: {}, requireHttps: false };
  for (const { attempts, clear } of chainsOf(timeline, 'submit_form', context)) {
    if (!clear || attempts.length < 2) continue;
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined || !isServerError(answeredStatus(before))) continue;
      const seen = `retry ${index} about ${roughly(attempt.at - endOf(before))} after the 5xx`;
      yield { about: 'retry spacing', seen, observation: attempt.id };
    }
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
