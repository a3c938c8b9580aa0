import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

vi.mock('fast-check', () => import('fast-check-3'));

it('the oldest fast-check that the package allows generates deliveries that are as the contract says', async () => {
  const [{ arbitraries, BREAKABLE_RULE_IDS, nearValid }, { fixtures }, { submitFormDelivery }] = await Promise.all([
    import('@idvkit/schema/generators'),
    import('@idvkit/schema/fixtures'),
    import('@idvkit/schema'),
  ]);
  const { __version: version } = fc;
  expect(version).toMatch(/^3\./);
  for (const body of fc.sample(arbitraries.submitFormDelivery(), { seed: 1, numRuns: 30 })) {
    expect(submitFormDelivery.safeParse(body).error).toBeUndefined();
  }
  expect(fixtures.submitForm()).toEqual(fixtures.submitForm());
  for (const id of BREAKABLE_RULE_IDS) expect(fc.sample(nearValid(id), { seed: 1, numRuns: 1 })).toHaveLength(1);
});
