import { describe, expect, it } from 'vitest';

import type { ConformanceRun, Fixtures } from '../../src/index.ts';
import { runAgainst } from '../independent-service/run-against.ts';
import { VARIATIONS } from '../independent-service/variations.ts';

describe.concurrent('a run against a service whose plain form requires nothing', () => {
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
