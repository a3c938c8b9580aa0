import { describe, expect, it } from 'vitest';

import { SubmissionTable } from './submission-table.ts';

const delivery = (key: string, ekyc: string): Parameters<SubmissionTable['add']>[0] => ({
  key,
  deliveries: 1,
  at: '2026-01-05T03:00:00+00:00',
  facts: [`ekyc=${ekyc}`],
});

describe('SubmissionTable', () => {
  it('counts each submission once, and deliveries beyond the first', () => {
    const table = new SubmissionTable();
    for (const key of ['a', 'b', 'a']) table.add(delivery(key, 'pass'));
    const { distinct, exact, repeated, outcomes } = table.result();
    expect([distinct, exact, repeated, outcomes.counts]).toEqual([2, true, 1, [{ value: 'pass', count: 2 }]]);
  });

  it('scales a sample to all submissions, and says that it is one', () => {
    const table = new SubmissionTable();
    for (let number = 0; number < 30_000; number += 1)
      table.add(delivery(`key ${number}`, number % 3 ? 'pass' : 'fail'));
    for (let number = 0; number < 6_000; number += 1)
      table.add(delivery(`key ${number}`, number % 3 ? 'pass' : 'fail'));
    const { deliveries, distinct, exact, repeated, outcomes } = table.result();
    expect([deliveries, exact, outcomes.exact, repeated > 0]).toEqual([36_000, false, false, true]);
    expect(Math.abs(distinct - 30_000) / 30_000).toBeLessThan(0.05);
    expect(Math.abs(repeated - 6_000) / 6_000).toBeLessThan(0.1);
    expect(Math.abs(outcomes.total - distinct)).toBeLessThanOrEqual(1);
    const passed = outcomes.counts.find(({ value }) => value === 'pass')?.count ?? 0;
    expect(Math.abs(passed / distinct - 2 / 3)).toBeLessThan(0.03);
  });

  it.each([0, 1, 100])('estimates how many deliveries are repeated if there are %i of 10,000', (every) => {
    const table = new SubmissionTable(1_000);
    for (let number = 0; number < 10_000; number += 1) {
      table.add(delivery(`key ${number}`, 'pass'));
      if (every > 0 && number % (10_000 / every) === 0) table.add(delivery(`key ${number}`, 'pass'));
    }
    const { exact, repeated } = table.result();
    expect(exact).toBe(false);
    expect(Math.abs(repeated - every)).toBeLessThanOrEqual(every);
  });
});
