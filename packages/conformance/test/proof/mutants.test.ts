import { beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { type ConformanceRun, runConformance } from '../../src/index.ts';
import { judgeMutants, judgeRun } from '../../src/lib/judge/mutants/judge-mutants.ts';
import { mutants, rulesWithoutMutant } from '../../src/lib/judge/mutants/mutants.ts';
import { pass } from '../../src/lib/judge/rule/judgement.ts';
import { defineRule } from '../../src/lib/judge/rule/rule.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import { DUE } from '../due.ts';

/** What a run against a mock on loopback has no material for. */
const OUT_OF_REACH = ['delivery.https'];

let run: ConformanceRun;

beforeAll(async () => {
  // One call at a time, unlike the other whole runs.
  run = await runConformance({ seed: 41, concurrency: 1, budget: DUE });
});

describe('the mutants of a run', () => {
  it('are one for each rule, but for those that say why they have none', () => {
    const ids = mutants.map(({ rule }) => rule);

    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids, ...Object.keys(rulesWithoutMutant)].toSorted()).toEqual(
      serviceRules.map(({ id }) => id).toSorted(),
    );
  });

  it('come from a run of a correct service', () => {
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('are all found', () => {
    expect(run.selfCheck).toEqual({ judged: mutants.length - OUT_OF_REACH.length, missed: [] });
  });

  const allOver = [
    'answers.answer.created-at',
    'aml.run.result-flags',
    'create.body.empty-accepted',
    'event.type.string',
  ] as const;

  it.each(sampleOf(allOver, { every: 4 }))(
    'are not made where an error all over the run leaves no material for them: %s',
    (id) => {
      const { context } = run;
      const mutant = mutants.find(({ rule }) => rule === id);
      const passing = run.outcomes.find(({ rule }) => rule.id === id)?.passing;
      if (context === undefined || mutant === undefined || passing === undefined) throw new Error('A rule of the run');
      const broken = run.observations.flatMap((each) =>
        passing.has(each.id) ? (mutant.corrupt(each, run.observations) ?? [each]) : [each],
      );
      const judged = judgeRun(serviceRules, broken, { context });

      expect(judged.outcomes.find(({ rule }) => rule.id === id)?.verdict).toBe('failed');
      expect(judged.selfCheck.missed).toEqual([]);
    },
  );

  it.each(mutants.filter(({ rule }) => !OUT_OF_REACH.includes(rule)).map((mutant) => [mutant.rule, mutant] as const))(
    'void a build whose judge finds nothing any more: %s',
    (id, mutant) => {
      const { context } = run;
      if (context === undefined) throw new Error('A run says what its judges were told');
      const stub = defineRule(id, { scope: 'run', needs: '', judge: (all) => all.map((each) => pass(each)) });
      const rules = serviceRules.map((rule) => (rule.id === id ? stub : rule)).filter((rule) => rule.id === id);

      expect(judgeMutants(rules, run.observations, { context, mutants: [mutant] })).toEqual({
        judged: 1,
        missed: [id],
      });
    },
  );
});
