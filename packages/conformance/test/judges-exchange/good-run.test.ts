import { describe, expect, it } from 'vitest';

import { judgements } from '../../src/lib/judge/rule/judge-all.ts';
import { subjectsOf } from '../../src/lib/judge/rule/subjects.ts';
import { goodRun } from './good-run.ts';
import { context, exchangeRules, outcomes } from './judge.ts';

describe('a run in which every rule is kept', () => {
  const all = outcomes(goodRun());

  it('passes every rule, each resting on an observation', () => {
    expect(all.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(all.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
    expect(all).toHaveLength(exchangeRules.length);
  });

  it('covers all parts that a rule declares, and no others', () => {
    const subjects = subjectsOf(goodRun());
    for (const rule of exchangeRules) {
      const passes = [...judgements(rule, subjects, context)];
      const covered = passes.flatMap((pass) => (pass.outcome === 'pass' ? (pass.covers ?? []) : []));

      expect({ rule: rule.id, covered: new Set(covered) }).toEqual({
        rule: rule.id,
        covered: new Set(rule.coverage ?? covered),
      });
    }
  });
});
