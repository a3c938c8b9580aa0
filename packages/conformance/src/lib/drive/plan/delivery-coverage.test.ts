import { expect, it } from 'vitest';

import { deliveryCoverage } from './delivery-coverage.ts';
import { type DeliveredEvent, type DeliveryMeans, type DeliveryRow, planDeliveries } from './delivery-plan.ts';

const EVENTS: readonly DeliveredEvent[] = ['submission', 'resend', 'second resend', 'update_status', 'drop_off'];
const LIVE: DeliveryMeans = {
  receivers: 2,
  events: { camera: EVENTS, plain: EVENTS },
  applications: 34,
  strength: 2,
};

/** Says what is left out, in pairs, and why. */
function leftOut(means: Partial<DeliveryMeans>, seen?: readonly DeliveryRow[]): readonly string[] {
  const all = { ...LIVE, ...means };
  const { lives } = planDeliveries(all);
  const coverage = deliveryCoverage({ means: all, lives, ...(seen && { seen }) }, 2);
  return [
    `${coverage.covered} of ${coverage.feasible}`,
    ...coverage.leftOut.map(({ reason, tuples }) => `${tuples}: ${reason}`),
  ];
}

it('says what the deliveries that are left out need', () => {
  const plain = EVENTS.filter((event) => event === 'drop_off');
  expect({
    live: leftOut({}),
    oneReceiver: leftOut({ receivers: 1 }),
    noPlainForm: leftOut({ events: { camera: EVENTS, plain } }),
    onlySubmissions: leftOut({ events: { camera: ['submission', 'resend', 'second resend'], plain: [] } }),
    fewApplications: leftOut({ applications: 12 }),
    nothingCame: leftOut({}, []),
  }).toMatchInlineSnapshot(`
    {
      "fewApplications": [
        "496 of 732",
        "99: Each first answer with every other value (--thorough).",
        "83: A mock: elsewhere, only a status of a submitted application changes.",
        "54: More applications (--budget).",
      ],
      "live": [
        "575 of 732",
        "83: A mock: elsewhere, only a status of a submitted application changes.",
        "74: Each first answer with every other value (--thorough).",
      ],
      "noPlainForm": [
        "577 of 732",
        "81: A mock: elsewhere, only a status of a submitted application changes.",
        "58: Each first answer with every other value (--thorough).",
        "16: A form without camera steps, and answers that complete it (fixtures.plainFormSlug, fixtures.plainAnswers).",
      ],
      "nothingCame": [
        "0 of 732",
        "575: A delivery that did not come, or not as expected.",
        "83: A mock: elsewhere, only a status of a submitted application changes.",
        "74: Each first answer with every other value (--thorough).",
      ],
      "oneReceiver": [
        "506 of 732",
        "81: A mock: elsewhere, only a status of a submitted application changes.",
        "76: Each first answer with every other value (--thorough).",
        "47: A second receiver (receiver.second).",
        "22: More applications (--budget).",
      ],
      "onlySubmissions": [
        "443 of 732",
        "162: An operator that changes a status (operator.changeStatus).",
        "47: A form without camera steps, and answers that complete it (fixtures.plainFormSlug, fixtures.plainAnswers).",
        "40: An operator that lets an application expire (operator.expire).",
        "40: Each first answer with every other value (--thorough).",
      ],
    }
  `);
});
