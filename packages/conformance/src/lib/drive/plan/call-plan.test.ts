import { describe, expect, it } from 'vitest';

import { CallPlan } from './call-plan.ts';
import { CALL_FACTORS, isFeasible } from './call-space.ts';

describe('CallPlan.rows()', () => {
  it.each([
    ['reads', 'none'],
    ['calls that change something only by mistake', 'if-wrong'],
    ['calls with an effect', 'some'],
  ] as const)('gives %s a value for every factor', (_, effect) => {
    const rows = [...new CallPlan(1).rows(2, effect)];
    expect(rows.length).toBeGreaterThan(0);
    const factors = Object.keys(CALL_FACTORS).toSorted();
    expect(rows.filter((row) => Object.keys(row).toSorted().join() !== factors.join())).toEqual([]);
    expect(rows.filter((row) => !isFeasible(row))).toEqual([]);
  });

  it('makes the same calls of one endpoint whether the others are made or not', () => {
    const plan = new CallPlan(1, new Set(['info'] as const));
    const rows = [...plan.rows(2, 'none')];
    expect(rows).not.toEqual([]);
    expect(rows).toEqual([...new CallPlan(1).rows(2, 'none')].filter(({ endpoint }) => endpoint === 'info'));
    const { feasible, covered, leftOut } = plan.planned(2);
    expect(covered).toBeLessThan(feasible / 2);
    expect(leftOut).toContainEqual({
      reason: 'Calls that no chosen rule judges (--only, --skip).',
      tuples: expect.any(Number),
    });
    expect(plan.coverage([])?.pairs.leftOut).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'Calls that no chosen rule judges (--only, --skip).' }),
      ]),
    );
  });
});
