import { allVariations, createMock } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { runConformance, type ConformanceRun } from '../../src/index.ts';

const ids = allVariations.map(({ id }) => id);

/** Drives a service that is odd in some ways. */
async function drivenBy(variations: readonly string[], seed: number): Promise<ConformanceRun> {
  const mock = createMock({ variations, seed });
  try {
    const { url: baseUrl } = await mock.listen();
    return await runConformance({ baseUrl, seed });
  } finally {
    await mock.close();
  }
}

function findingsOf({ outcomes }: ConformanceRun): readonly unknown[] {
  return outcomes.flatMap(({ rule, findings }) => findings.map((finding) => ({ rule: rule.id, ...finding })));
}

describe('a service that is odd and keeps every rule', () => {
  it.each(ids)(
    'is found to keep them: %s',
    async (id) => {
      const run = await drivenBy([id], 7);

      expect(findingsOf(run)).toEqual([]);
      expect({
        problem: run.problem,
        stopped: run.stopped,
        missed: run.selfCheck.missed,
        skipped: run.skipped,
      }).toEqual({
        problem: undefined,
        stopped: undefined,
        missed: [],
        skipped: [],
      });
      expect(run.outcomes.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(150);
    },
    300_000,
  );

  it('is found to keep them in all ways at once', async () => {
    const run = await drivenBy(ids, 8);

    expect(findingsOf(run)).toEqual([]);
    expect({ problem: run.problem, stopped: run.stopped, missed: run.selfCheck.missed }).toEqual({
      problem: undefined,
      stopped: undefined,
      missed: [],
    });
    expect(run.outcomes.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(130);
  }, 300_000);
});
