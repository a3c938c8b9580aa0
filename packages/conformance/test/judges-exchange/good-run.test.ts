import { describe, expect, it } from 'vitest';

import { goodRun } from './good-run.ts';
import { exchangeRules, outcomes } from './judge.ts';

describe('a run in which every rule is kept', () => {
  const all = outcomes(goodRun());

  it('passes every rule, each resting on an observation', () => {
    expect(all.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(all.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
    expect(all).toHaveLength(exchangeRules.length);
  });

  it('covers every rule whole', () => {
    expect(all.flatMap(({ rule, reason }) => (reason === undefined ? [] : [`${rule.id}: ${reason}`]))).toEqual([]);
  });
});
