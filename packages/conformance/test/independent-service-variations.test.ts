import { describe, expect, it } from 'vitest';

import { isProof, sampleOf, SEED } from '../../../tools/testing/sample.ts';
import { type ConformanceRun, createReport, type Fixtures } from '../src/index.ts';
import { DUE } from './due.ts';
import { runAgainst } from './independent-service/run-against.ts';
import { VARIATIONS } from './independent-service/variations.ts';

/** Runs with each variation: ten seeds in a proof. */
const SEEDS = Array.from({ length: isProof ? 10 : 1 }, (_, index) => SEED + index);

describe('a run against the independent service with other settings', () => {
  it.for(sampleOf(VARIATIONS, { every: 9 }))(
    'has no failure, no warning and exit code 0: $id',
    async ({ settings, config }) => {
      for (const seed of SEEDS) {
        const run = await runAgainst(settings(), (base) => ({
          ...base,
          ...config?.(base),
          budget: { ...base.budget, ...DUE },
          patienceSeconds: 10,
          seed,
        }));
        const complaints = run.outcomes
          .filter(({ failures }) => failures > 0)
          .map(({ rule, findings }) => [rule.id, findings[0]]);
        const { code } = createReport(run).exit;
        expect({ seed, complaints, missed: run.selfCheck.missed, problem: run.problem, code }).toEqual({
          seed,
          complaints: [],
          missed: [],
          problem: undefined,
          code: 0,
        });
      }
    },
  );
});

describe('a run against a service whose plain form requires nothing', () => {
  const { settings } = VARIATIONS.find(({ id }) => id === 'plain-form-without-required-answers') ?? {};
  const runWith = (fixtures: Fixtures): Promise<ConformanceRun> =>
    runAgainst(settings?.() ?? {}, (config) => ({
      ...config,
      fixtures: { ...config.fixtures, ...fixtures },
      only: ['submit.*'],
    }));
  const idsWith = ({ outcomes }: ConformanceRun, verdict: string): readonly string[] =>
    outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);

  it('finds what it should refuse if the required keys are known', async () => {
    const run = await runWith({ plainRequiredKeys: ['gender'] });
    expect(idsWith(run, 'failed')).toEqual(['submit.422.names-missing']);
    expect(run).toMatchObject({ complete: true, skipped: [] });
  });

  it('continues with the empty submit if no answers are known', async () => {
    const run = await runWith({ plainAnswers: {} });
    expect([idsWith(run, 'failed'), idsWith(run, 'warned'), run.skipped]).toEqual([[], [], []]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['submit.plain-flow.200-empty', 'submit.plain-flow.completes', 'submit.again.403']),
    );
  });
});
