import type { PlanCoverage } from '../calls/plan-coverage.ts';
import { createRandom } from '../calls/random.ts';
import { CoveringSpace } from './covering-space.ts';
import { Covering } from './covering.ts';
import {
  DELIVERY_FACTORS,
  type DeliveredEvent,
  type DeliveryMeans,
  type DeliveryRow,
  isDeliverable,
  type Life,
  rowOf,
} from './delivery-plan.ts';

/** Something that some deliveries need and a target may not offer. */
interface DeliveryNeed {
  readonly what: string;
  readonly isMissing: (row: Partial<DeliveryRow>, means: DeliveryMeans) => boolean;
}

const NEEDS: readonly DeliveryNeed[] = [
  {
    what: 'A second receiver (receiver.second).',
    isMissing: ({ receiver }, { receivers }) => receiver === 'second' && receivers < 2,
  },
  {
    what: 'A form without camera steps, and answers that complete it (fixtures.plainFormSlug, fixtures.plainAnswers).',
    isMissing: ({ flow }, { events }) => flow === 'plain' && !events.plain.includes('submission'),
  },
  {
    what: 'An operator that submits (operator.submit).',
    isMissing: ({ flow }, { events }) => flow === 'camera' && !events.camera.includes('submission'),
  },
  {
    what: 'An operator that changes a status (operator.changeStatus).',
    isMissing: ({ event, before }, means) =>
      (event?.endsWith('update_status') === true || before === 'status change') && !has(means, 'update_status'),
  },
  {
    what: 'An operator that lets an application expire (operator.expire).',
    isMissing: ({ event }, means) =>
      (event === 'drop_off' || event === 'expired update_status') && !has(means, 'drop_off'),
  },
  {
    what: 'A mock: elsewhere, only a status of a submitted application changes.',
    isMissing: ({ event, before }, means) =>
      (event === 'open update_status' ||
        event === 'expired update_status' ||
        (before === 'status change' && (event === 'submission' || event === 'drop_off'))) &&
      !has(means, 'open update_status'),
  },
];

function has({ events }: DeliveryMeans, event: DeliveredEvent): boolean {
  return DELIVERY_FACTORS.flow.some((flow) => events[flow].includes(event));
}

/** Everything that can be arranged anywhere. */
const EVERYTHING: DeliveryMeans = {
  receivers: DELIVERY_FACTORS.receiver.length,
  events: { camera: DELIVERY_FACTORS.event, plain: DELIVERY_FACTORS.event },
  firstAnswers: true,
  applications: Infinity,
  strength: 2,
};

/** All runs of a process share what is known of it. */
const SPACE = new CoveringSpace<DeliveryRow>({
  factors: DELIVERY_FACTORS,
  isFeasible: (row) => isDeliverable(row, EVERYTHING),
});

export interface DeliveriesToCount {
  readonly means: DeliveryMeans;
  /** Deliveries that were planned. */
  readonly lives: readonly Life[];
  /** Deliveries that were seen. Default: those that were planned. */
  readonly seen?: readonly DeliveryRow[];
}

/** Reports which tuples of values deliveries have, and why others are left out. */
export function deliveryCoverage({ means, lives, seen }: DeliveriesToCount, strength: number): PlanCoverage {
  const planned = lives.flatMap(({ steps }) => steps.flatMap(({ deliveries }) => deliveries.map(rowOf)));
  const covering = coveringOf(seen ?? planned, strength);
  const unplanned = new Set(coveringOf(planned, strength).missing.map(keyOf));
  const possible = (isAllowed: (row: Partial<DeliveryRow>) => boolean): ReturnType<typeof covering.possible> =>
    covering.possible(SPACE.remembered(isAllowed));
  const needs = NEEDS.map(({ what, isMissing }) => [possible((row) => !isMissing(row, means)), what] as const);
  const isArranged = possible((row) => isDeliverable(row, means));
  const reasonOf = (tuple: Partial<DeliveryRow>): string => {
    const need = needs.find(([isPossible]) => !isPossible(tuple));
    if (need !== undefined) return need[1];
    if (!isArranged(tuple)) return 'Several of these.';
    if (!unplanned.has(keyOf(tuple))) return 'A delivery that did not come, or not as expected.';
    const isFirst = tuple.first !== undefined && means.firstAnswers !== true;
    return isFirst ? 'Each first answer with every other value (--thorough).' : 'More applications (--budget).';
  };
  const reasons = new Map<string, number>();
  for (const tuple of covering.missing) {
    const reason = reasonOf(tuple);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return {
    feasible: covering.feasible,
    covered: covering.feasible - covering.missing.length,
    leftOut: [...reasons]
      .map(([reason, tuples]) => ({ reason, tuples }))
      .toSorted((one, other) => other.tuples - one.tuples),
  };
}

function coveringOf(rows: readonly DeliveryRow[], strength: number): Covering<DeliveryRow> {
  const covering = new Covering({ space: SPACE, strength, random: createRandom(1) });
  for (const row of rows) if (isDeliverable(row, EVERYTHING)) covering.cover(row);
  return covering;
}

function keyOf(tuple: Partial<DeliveryRow>): string {
  return Object.values(tuple).join(' ');
}
