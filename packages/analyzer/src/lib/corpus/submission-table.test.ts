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
    expect([deliveries, exact, outcomes.exact, distinct + repeated]).toEqual([36_000, false, false, 36_000]);
    expect(Math.abs(distinct - 30_000) / 30_000).toBeLessThan(0.05);
    expect(Math.abs(outcomes.total - distinct)).toBeLessThanOrEqual(1);
    const passed = outcomes.counts.find(({ value }) => value === 'pass')?.count ?? 0;
    expect(Math.abs(passed / distinct - 2 / 3)).toBeLessThan(0.03);
  });
});
