import { at, stringAt } from '@idvkit/json';
import { readDateTime } from '@idvkit/schema/rules';

import { headerOf } from '../../observe/headers.ts';
import type { Delivery, Observation } from '../../observe/observation.ts';
import { fail, pass, passIf, type Judgement } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { occasionRules } from './event-occasions.ts';

const needsDelivery = 'A delivery: a receiver, and an operator that submits an application.';

/** Largest difference of two measurements of one clock: a Date header counts seconds, and calls take time. */
const SAME_CLOCK_MS = 5000;

const nounceIsUnique = defineRule('event.nounce.unique', {
  scope: 'run',
  needs: 'Two deliveries: a receiver, and an operator that submits an application.',
  *judge(observations): Generator<Judgement> {
    const deliveries = observations.flatMap((delivery) => {
      const nounce = delivery.kind === 'delivery' && stringAt(delivery.request.body.json, 'event', 'nounce');
      return delivery.kind === 'delivery' && nounce ? [{ delivery, nounce }] : [];
    });
    if (deliveries.length < 2) return;
    const firstByNounce = new Map<string, Delivery>();
    for (const { delivery, nounce } of deliveries) {
      const first = firstByNounce.get(nounce);
      firstByNounce.set(nounce, first ?? delivery);
      yield passIf(first === undefined, delivery, {
        message: 'Two deliveries carry the same `event.nounce`',
        path: ['event', 'nounce'],
        actual: nounce,
        also: first ? [first] : [],
      });
    }
  },
});

const createdAtIsDeliveryTime = defineRule('event.created-at.is-delivery-time', {
  scope: 'run',
  needs: needsDelivery,
  *judge(run, { clockSkewSeconds }): Generator<Judgement> {
    const stamped = run.flatMap((delivery) => {
      if (delivery.kind !== 'delivery') return [];
      const createdAt = at(delivery.request.body.json, 'event', 'created_at');
      const read = readDateTime(createdAt);
      return read === undefined ? [] : [{ delivery, createdAt, aheadMs: read.at - delivery.at }];
    });
    const off = stamped.filter(({ aheadMs }) => Math.abs(aheadMs) > clockSkewSeconds * 1000);
    const stale = staleOnes(stamped.filter((each) => !off.includes(each)));
    for (const each of stamped) if (!off.includes(each) && !stale.has(each.delivery)) yield pass(each.delivery);
    for (const [delivery, first] of stale) {
      yield fail(delivery, {
        message: '`event.created_at` is that of an earlier delivery, which arrived seconds before',
        path: ['event', 'created_at'],
        expected: `${Math.round((delivery.at - first.at) / 1000)} s later`,
        actual: at(delivery.request.body.json, 'event', 'created_at'),
        also: [first],
      });
    }
    const [first, ...others] = off;
    if (first === undefined) return;
    const clockMs = serviceClockAheadMs(run);
    const isClock = clockMs !== undefined && off.every(({ aheadMs }) => Math.abs(aheadMs - clockMs) <= SAME_CLOCK_MS);
    const path = ['event', 'created_at'];
    if (isClock && off.length === stamped.length) {
      const differs = `${Math.abs(Math.round(clockMs / 1000))} s ${clockMs > 0 ? 'ahead of' : 'behind'}`;
      yield fail(first.delivery, {
        message: `The clock of the service is ${differs} this machine in every delivery, as in the Date header of its answers: correct the clock that is wrong, or set receiver.clockSkewSeconds`,
        path,
        expected: `at most ${clockSkewSeconds} s apart`,
        actual: `${differs} this machine`,
        also: others.map(({ delivery }) => delivery),
      });
      return;
    }
    for (const { delivery, createdAt } of off) {
      yield fail(delivery, {
        message: `\`event.created_at\` is more than ${clockSkewSeconds} s away from when the delivery arrived`,
        path,
        expected: `about ${new Date(delivery.at).toISOString()}`,
        actual: createdAt,
      });
    }
  },
});

/** Two deliveries of one second may arrive this far apart. */
const SAME_SECOND_MS = 2000;

interface Stamped {
  readonly delivery: Delivery;
  readonly createdAt: unknown;
  readonly aheadMs: number;
}

/**
 * Finds deliveries with the time of an earlier one about the same application to the same receiver: this needs no clock. On a busy machine,
 * deliveries arrive late, some later than others: as far apart as those of other times do, two may have one time.
 */
function staleOnes(stamped: readonly Stamped[]): ReadonlyMap<Delivery, Delivery> {
  const byTime = Map.groupBy(
    stamped,
    ({ delivery, createdAt }) => `${delivery.receiver} ${delivery.slug} ${String(createdAt)}`,
  );
  const aheadMs = [...byTime.values()].flatMap(([first]) => first?.aheadMs ?? []).toSorted((one, other) => one - other);
  const spreadMs = (aheadMs.at(-1) ?? 0) - (aheadMs[0] ?? 0);
  const stale = new Map<Delivery, Delivery>();
  for (const [first, ...others] of byTime.values()) {
    for (const { delivery } of others) {
      if (first === undefined || delivery.at - first.delivery.at <= Math.max(SAME_SECOND_MS, spreadMs)) continue;
      stale.set(delivery, first.delivery);
    }
  }
  return stale;
}

/** Returns how far the service's clock is ahead in milliseconds: the median of its `Date` headers. */
function serviceClockAheadMs(run: readonly Observation[]): number | undefined {
  const differences = run.flatMap((each) => {
    if (each.kind !== 'exchange' || each.response === undefined) return [];
    const date = Date.parse(headerOf(each.response.headers, 'date') ?? '');
    return Number.isNaN(date) ? [] : [date - (each.at + each.response.durationMs)];
  });
  return differences.toSorted((one, other) => one - other)[Math.floor(differences.length / 2)];
}

export const eventRules: readonly Rule[] = [nounceIsUnique, createdAtIsDeliveryTime, ...occasionRules];
