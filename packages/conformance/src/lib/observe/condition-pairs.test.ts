import { describe, expect, it } from 'vitest';

import { conditionPairs, feasibleCombinations, pairsIn } from './condition-pairs.ts';
import type { Condition } from './condition.ts';
import type { Exchange } from './observation.ts';

const condition: Condition = {
  endpoint: 'create',
  method: 'POST',
  locale: 'platform',
  credential: 'absent',
  application: 'none',
  flow: 'camera',
  body: 'empty',
  credit: 'enough',
};

function calledUnder(changes: Partial<Condition>): Exchange {
  const request: Exchange['request'] = {
    method: 'POST',
    url: '',
    headers: [],
    body: { bytes: new Uint8Array(), size: 0, truncated: false, json: undefined },
  };
  return { kind: 'exchange', id: 'x1', at: 0, condition: { ...condition, ...changes }, request };
}

describe('conditionPairs()', () => {
  const none = conditionPairs([]);

  it('counts the feasible pairs, and misses all of them without a call', () => {
    expect(none.feasible).toBe(374);
    expect(none.exercised).toBe(0);
    expect(none.missing).toHaveLength(374);
  });

  it('counts the 21 pairs of a call once', () => {
    const { exercised, missing } = conditionPairs([calledUnder({}), calledUnder({})]);

    expect(exercised).toBe(21);
    expect(none.missing).toContain('credential=absent × body=empty');
    expect(missing).not.toContain('credential=absent × body=empty');
  });

  it('counts no pair with something unknown, and no call with another method', () => {
    expect(conditionPairs([calledUnder({ credential: 'unknown' })]).exercised).toBe(15);
    expect(conditionPairs([calledUnder({ method: 'GET' })]).exercised).toBe(0);
    expect(conditionPairs([calledUnder({ endpoint: 'image' })]).exercised).toBe(0);
  });

  it.each(['endpoint=result × body=empty', 'endpoint=create × application=open', 'endpoint=info × credit=too-little'])(
    'does not demand %s',
    (pair) => {
      expect(none.missing).not.toContain(pair);
    },
  );
});

describe('feasibleCombinations()', () => {
  it('has each combination once, and every feasible pair in one', () => {
    const combinations = feasibleCombinations();

    expect(new Set(combinations.map((combination) => JSON.stringify(combination))).size).toBe(combinations.length);
    expect(new Set(combinations.flatMap(pairsIn)).size).toBe(374);
  });
});
