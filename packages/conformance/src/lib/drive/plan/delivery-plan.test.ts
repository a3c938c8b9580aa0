import { describe, expect, it } from 'vitest';

import {
  type DeliveredEvent,
  type DeliveryMeans,
  type DeliveryPlan,
  isHeld,
  planDeliveries,
  type PlannedDelivery,
} from './delivery-plan.ts';

const SUBMITTED: readonly DeliveredEvent[] = ['submission', 'resend', 'second resend', 'update_status'];
const ALL: readonly DeliveredEvent[] = [...SUBMITTED, 'drop_off'];
const OF_MOCK: readonly DeliveredEvent[] = [...ALL, 'open update_status', 'expired update_status'];

const EVERYTHING: DeliveryMeans = {
  receivers: 2,
  events: { camera: ALL, plain: ALL },
  applications: 100,
  strength: 2,
};

function deliveriesOf({ lives }: DeliveryPlan): readonly PlannedDelivery[] {
  return lives.flatMap(({ steps }) => steps.flatMap(({ deliveries }) => deliveries));
}

/** Combinations of values that some delivery has. */
function tuplesOf(
  plan: DeliveryPlan,
  { strength = 2, firstAnswers = false }: Partial<DeliveryMeans>,
): ReadonlySet<string> {
  const combine = (values: readonly string[], count: number): readonly string[] =>
    count === 0
      ? ['']
      : values.flatMap((value, at) => combine(values.slice(at + 1), count - 1).map((rest) => `${value} ${rest}`));
  return new Set(
    deliveriesOf(plan).flatMap((delivery) =>
      combine(
        Object.entries(delivery)
          .filter(([name]) => firstAnswers || name !== 'first')
          .map(([name, value]) => `${name}=${value}`)
          .toSorted(),
        strength,
      ),
    ),
  );
}

const MEANS: readonly (readonly [what: string, means: Partial<DeliveryMeans>])[] = [
  ['everything', {}],
  ['everything, and first answers', { firstAnswers: true }],
  ['everything of the mock', { events: { camera: OF_MOCK, plain: OF_MOCK }, firstAnswers: true }],
  ['everything, in triples', { strength: 3 }],
  ['everything, in triples on 60 applications', { strength: 3, applications: 60 }],
  ['one receiver', { receivers: 1 }],
  ['only submissions of the camera flow', { events: { camera: SUBMITTED.slice(0, 3), plain: [] } }],
  ['only what expires', { events: { camera: ['drop_off'], plain: [] } }],
  ['only resends', { events: { camera: ['resend', 'second resend'], plain: [] }, strength: 1 }],
  ['twelve applications', { applications: 12 }],
  ['nothing', { events: { camera: [], plain: [] } }],
];

describe('planDeliveries()', () => {
  it('covers what can be arranged', () => {
    const table = MEANS.map(([what, means]) => {
      const plan = planDeliveries({ ...EVERYTHING, ...means });
      const { lives, feasible, missing } = plan;
      const covered = tuplesOf(plan, means).size;
      const counts = `${covered} of ${feasible} covered, ${missing.length} missing`;
      return `${what}: ${counts}, ${lives.length} applications, ${lives.flatMap(({ steps }) => steps).length} events`;
    });
    expect(table).toMatchInlineSnapshot(`
      [
        "everything: 437 of 437 covered, 0 missing, 28 applications, 63 events",
        "everything, and first answers: 649 of 649 covered, 0 missing, 42 applications, 90 events",
        "everything of the mock: 732 of 732 covered, 0 missing, 49 applications, 128 events",
        "everything, in triples: 2708 of 2782 covered, 74 missing, 100 applications, 229 events",
        "everything, in triples on 60 applications: 2408 of 2782 covered, 381 missing, 60 applications, 179 events",
        "one receiver: 405 of 405 covered, 0 missing, 48 applications, 113 events",
        "only submissions of the camera flow: 323 of 323 covered, 0 missing, 20 applications, 45 events",
        "only what expires: 245 of 245 covered, 0 missing, 32 applications, 32 events",
        "only resends: 29 of 29 covered, 0 missing, 4 applications, 7 events",
        "twelve applications: 383 of 437 covered, 55 missing, 12 applications, 38 events",
        "nothing: 0 of 0 covered, 0 missing, 0 applications, 0 events",
      ]
    `);
  });

  it.each([
    [{ firstAnswers: false }, ['2xx', '4xx', '5xx']],
    [{ firstAnswers: true }, ['2xx', '4xx', '5xx', 'none']],
    [{ applications: 12 }, ['2xx', '4xx', '5xx']],
  ])('lets two receivers answer differently in every way, with %o', (means, answers) => {
    const { lives } = planDeliveries({ ...EVERYTHING, ...means });
    const firstAnswer = ({ answer, attempt }: PlannedDelivery): string => {
      if (attempt !== '1' || answer === '5xx') return '5xx';
      return /^\d/.test(answer) ? `${answer.charAt(0)}xx` : answer;
    };
    const met = new Set(lives.flatMap(({ steps }) => steps.map((step) => step.deliveries.map(firstAnswer).join())));
    const pairs = answers.flatMap((first) => answers.map((second) => [first, second].join()));
    expect(pairs.filter((pair) => !met.has(pair))).toEqual([]);
  });

  it('leaves only last deliveries without an answer in time', () => {
    const { lives } = planDeliveries(EVERYTHING);
    const held = lives.filter(({ steps }) => steps.some(({ deliveries }) => deliveries.some(isHeld)));
    expect(held.length).toBeGreaterThan(4);
    expect(
      held.flatMap(({ steps }) => steps.slice(0, -1).flatMap(({ deliveries }) => deliveries.filter(isHeld))),
    ).toEqual([]);
  });

  it('plans the same each time', () => {
    // Means in another order: a plan that is known would be the same object.
    const { receivers, ...others } = EVERYTHING;
    const again = { ...others, receivers };
    expect(planDeliveries(again)).not.toBe(planDeliveries(EVERYTHING));
    expect(planDeliveries(again)).toEqual(planDeliveries(EVERYTHING));
  });
});
