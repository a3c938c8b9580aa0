import { describe, expect, it } from 'vitest';

import { SEED } from '../../../tools/testing/sample.ts';
import type { ConformanceRun, Fixtures } from '../src/index.ts';
import { FEW } from './due.ts';
import { runAgainst } from './independent-service/run-against.ts';
import { VARIATIONS } from './independent-service/variations.ts';
import { casesOf, nameOf, prove } from './proof/proof-case.ts';

const settings = casesOf('settings', { seed: SEED, runs: 0 });

// `prove:checks` has all.
describe('a run against the independent service with other settings', () => {
  it.concurrent.for(settings.slice(0, 1).map((each) => [nameOf(each), each] as const))(
    'has no failure, no warning and exit code 0: %s',
    async ([, proven]) => {
      await expect(prove(proven, FEW)).resolves.toMatchObject({ wrong: [] });
    },
  );
});

describe('a run against a service whose plain form requires nothing', () => {
  const { settings } = VARIATIONS.find(({ id }) => id === 'plain-form-without-required-answers') ?? {};
  const runWith = (fixtures: Fixtures): Promise<ConformanceRun> =>
    runAgainst(settings?.() ?? {}, (config) => ({
      ...config,
      fixtures: { ...config.fixtures, ...fixtures },
      budget: { ...config.budget, calls: 300 },
      only: ['submit.*'],
    }));
  const idsWith = ({ outcomes }: ConformanceRun, verdict: string): readonly string[] =>
    outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);

  it.concurrent('finds what it should refuse if the required keys are known', async () => {
    const run = await runWith({ plainRequiredKeys: ['gender'] });
    expect(idsWith(run, 'failed')).toEqual(['submit.422.names-missing']);
    expect(run).toMatchObject({ complete: true, skipped: [] });
  });

  it.concurrent('continues with the empty submit if no answers are known', async () => {
    const run = await runWith({ plainAnswers: {} });
    expect([idsWith(run, 'failed'), idsWith(run, 'warned'), run.skipped]).toEqual([[], [], []]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['submit.plain-flow.200-empty', 'submit.plain-flow.completes', 'submit.again.403']),
    );
  });
});
