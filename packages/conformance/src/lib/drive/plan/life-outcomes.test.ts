import { expect, it } from 'vitest';

import { type DeliveredEvent, type DeliveryMeans, planDeliveries } from './delivery-plan.ts';
import { withOutcomes } from './life-outcomes.ts';

const EVENTS: readonly DeliveredEvent[] = ['submission', 'resend', 'second resend', 'update_status', 'drop_off'];
const MEANS: DeliveryMeans = {
  receivers: 2,
  events: { camera: EVENTS, plain: EVENTS },
  applications: 60,
  strength: 2,
  firstAnswers: true,
};

it('lets each of 7 outcomes meet each event that shows it, each receiver, attempt and past', () => {
  const outcomes = [0, 1, 2, 3, 4, 5, 6];
  const { lives } = planDeliveries(MEANS);
  const played = withOutcomes(lives, outcomes.length, MEANS);

  const met = outcomes.map((outcome) => {
    const own = played.filter((life) => life.flow === 'camera' && life.outcome === outcome);
    const steps = own.flatMap((life) => life.steps).filter(({ event }) => event !== 'drop_off');
    const deliveries = steps.flatMap((step) => step.deliveries);
    const seen = (['event', 'receiver', 'before'] as const).map((name) =>
      [...new Set(deliveries.map((delivery) => delivery[name]))].toSorted().join(' '),
    );
    const checked = deliveries.filter(({ event }) => event !== 'update_status');
    return [...seen, Math.max(...checked.map(({ attempt }) => Number(attempt)))];
  });
  const all = ['resend second resend submission update_status', 'first second', 'nothing resend status change', 4];
  expect(met).toEqual(outcomes.map(() => all));
  expect([lives.length, played.length]).toMatchInlineSnapshot(`
    [
      42,
      45,
    ]
  `);
  expect(played.slice(0, lives.length)).toMatchObject(lives);
});
