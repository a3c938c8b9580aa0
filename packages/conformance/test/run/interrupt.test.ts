import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';
import { SMALL } from '../due.ts';

describe('the failures so far', () => {
  const countsOf = async (faults: readonly string[]): Promise<readonly number[]> => {
    const counts: number[] = [];
    await runConformance({
      seed: 1,
      faults,
      only: ['create.*', 'auth.*', 'delivery.*'],
      budget: SMALL,
      onProgress: (progress) => {
        if (progress.kind === 'scenario-ended') counts.push(progress.countFailed?.() ?? Number.NaN);
      },
    });
    return counts;
  };

  it('are none on the way of a correct service, and some of a faulty one', async () => {
    expect(new Set(await countsOf([]))).toEqual(new Set([0]));
    expect((await countsOf(['create.status.201'])).at(-1)).toBeGreaterThan(0);
  });
});

describe('an interrupted run', () => {
  it('judges what was seen until then', async () => {
    const interrupt = new AbortController();
    const run = await runConformance({
      seed: 1,
      signal: interrupt.signal,
      onProgress: (progress) => {
        if (progress.kind === 'scenario-ended' && progress.ended === 3) interrupt.abort();
      },
    });

    expect({
      interrupted: run.interrupted,
      complete: run.complete,
      stopped: run.stopped,
      problem: run.problem,
    }).toEqual({
      interrupted: true,
      complete: false,
      stopped: 'Interrupted',
      problem: undefined,
    });
    expect(run.observations.length).toBeGreaterThan(20);
    const verdicts = run.outcomes.map(({ verdict }) => verdict);
    expect(verdicts).toContain('passed');
    expect(verdicts).toContain('not-exercised');
    expect(verdicts).not.toContain('failed');
  });

  it('keeps the calls that were made before the first scenario ended', async () => {
    const interrupt = new AbortController();
    const run = await runConformance({
      seed: 1,
      signal: interrupt.signal,
      onProgress: (progress) => {
        if (progress.kind === 'scenario-started') interrupt.abort();
      },
    });

    expect(run.observations.length).toBeGreaterThanOrEqual(2);
    expect(run.created.length).toBeGreaterThan(0);
  });

  it('ends at once where it was interrupted before it began', async () => {
    const run = await runConformance({ seed: 1, signal: AbortSignal.abort() });

    expect(run.interrupted).toBe(true);
    expect(run.observations).toEqual([]);
    expect(run.created).toEqual([]);
  });
});
