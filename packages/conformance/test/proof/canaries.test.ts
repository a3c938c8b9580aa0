import { beforeAll, describe, expect, it } from 'vitest';

import { runConformance, type ConformanceRun } from '../../src/index.ts';
import { canaries } from '../../src/lib/canary/canaries.ts';
import { judgeCanaries } from '../../src/lib/canary/judge-canaries.ts';
import { judgeRun } from '../../src/lib/canary/judge-run.ts';
import { rulesWithoutCanary } from '../../src/lib/canary/without-canary.ts';
import { kept } from '../../src/lib/rule/judgement.ts';
import { defineRule } from '../../src/lib/rule/rule.ts';
import { serviceRules } from '../../src/lib/rules/all-rules.ts';

/** What a run against a mock on loopback has no material for. */
const OUT_OF_REACH = ['delivery.https'];

let run: ConformanceRun;

beforeAll(async () => {
  run = await runConformance({ seed: 41 });
});

describe('the canaries of a run', () => {
  it('are one for each rule, but for those that say why they have none', () => {
    const ids = canaries.map(({ rule }) => rule);

    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids, ...Object.keys(rulesWithoutCanary)].toSorted()).toEqual(
      serviceRules.map(({ id }) => id).toSorted(),
    );
  });

  it('are all found', () => {
    expect(run.canaries).toEqual({ judged: canaries.length - OUT_OF_REACH.length, missed: [] });
  });

  it.each([
    'answers.answer.created-at',
    'aml.run.result-flags',
    'create.body.empty-accepted',
    'event.type.string',
  ] as const)('are not made where an error all over the run leaves no material for them: %s', (id) => {
    const { context } = run;
    const canary = canaries.find(({ rule }) => rule === id);
    const keepers = run.outcomes.find(({ rule }) => rule.id === id)?.keepers;
    if (context === undefined || canary === undefined || keepers === undefined) throw new Error('A rule of the run');
    const broken = run.observations.flatMap((each) =>
      keepers.has(each.id) ? (canary.corrupt(each, run.observations) ?? [each]) : [each],
    );
    const judged = judgeRun(serviceRules, broken, context);

    expect(judged.outcomes.find(({ rule }) => rule.id === id)?.verdict).toBe('failed');
    expect(judged.canaries.missed).toEqual([]);
  });

  it.each(canaries.filter(({ rule }) => !OUT_OF_REACH.includes(rule)).map((canary) => [canary.rule, canary] as const))(
    'void a build whose judge finds nothing any more: %s',
    (id, canary) => {
      const { context } = run;
      if (context === undefined) throw new Error('A run says what its judges were told');
      const stub = defineRule(id, { scope: 'run', needs: '', judge: (all) => all.map((each) => kept(each)) });
      const rules = serviceRules.map((rule) => (rule.id === id ? stub : rule)).filter((rule) => rule.id === id);

      expect(judgeCanaries(rules, run.observations, context, { canaries: [canary] })).toEqual({
        judged: 1,
        missed: [id],
      });
    },
  );
});
