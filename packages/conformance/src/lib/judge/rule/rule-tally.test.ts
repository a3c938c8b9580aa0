import { describe, expect, it } from 'vitest';

import { addTallies, type RuleTally } from './rule-tally.ts';

describe('addTallies()', () => {
  it('puts what shards found in the order of the run, in whatever order they come', () => {
    const shard = (place: number): RuleTally => ({
      passes: place,
      failures: 1,
      covered: ['all', `part ${place}`],
      inconclusive: { order: [place, 0], value: `reason ${place}` },
      passing: [{ order: [place, 0], value: `x${place}` }],
      failing: [{ order: [place, 1], value: `y${place}` }],
      findings: [{ order: [place], value: { outcome: 'fail', observations: [`y${place}`], message: 'Wrong' } }],
    });
    const whole = addTallies([shard(2), shard(1), shard(3)]);

    expect(whole).toMatchObject({
      passes: 6,
      failures: 3,
      covered: ['all', 'part 2', 'part 1', 'part 3'],
      inconclusive: { value: 'reason 1' },
      passing: [{ value: 'x1' }, { value: 'x2' }, { value: 'x3' }],
      failing: [{ value: 'y1' }, { value: 'y2' }, { value: 'y3' }],
    });
    expect(whole.findings.map(({ order }) => order)).toEqual([[1], [2], [3]]);
  });
});
