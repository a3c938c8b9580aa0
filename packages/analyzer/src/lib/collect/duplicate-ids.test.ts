import { describe, expect, it } from 'vitest';

import { DuplicateIds } from './duplicate-ids.ts';
import { SampledIds } from './sampled-ids.ts';

const ALL = 2 ** 52;

/** Ids that spread evenly, by number. */
function idsOf(from: number, count: number, capacity: number): SampledIds {
  const ids = new SampledIds(capacity, 3);
  for (let number = from; number < from + count; number += 1) ids.add(((number * 0.618_033_988_749_895) % 1) * ALL);
  return ids;
}

describe('DuplicateIds', () => {
  it('finds ids in several entries, runs and providers', () => {
    const duplicates = new DuplicateIds();
    const entry = (from: number): void => duplicates.addEntry(idsOf(from, 10, 64));
    entry(0);
    entry(8); // 8, 9 in two entries
    duplicates.endRun();
    entry(17); // 17 in two runs
    duplicates.endRun();
    duplicates.endProvider();
    entry(26); // 26 in two providers
    duplicates.endRun();
    expect(duplicates.result()).toEqual({
      ids: 36,
      exact: true,
      kept: 36,
      inSeveralEntries: 4,
      inSeveralRuns: 2,
      inSeveralProviders: 1,
    });
  });

  it('forgets the entries of a run that does not count', () => {
    const duplicates = new DuplicateIds();
    duplicates.addEntry(idsOf(0, 10, 64));
    duplicates.clearRun();
    duplicates.addEntry(idsOf(0, 5, 64));
    duplicates.endRun();
    expect(duplicates.result()).toMatchObject({ ids: 5, inSeveralEntries: 0 });
  });

  it.each([
    [0, 20_000],
    [10_000, 10_000],
    [20_000, 0],
  ])('compares samples of the ids of two providers that are %i apart', (shift, shared) => {
    const duplicates = new DuplicateIds(1_024);
    for (const from of [0, shift]) {
      duplicates.addEntry(idsOf(from, 20_000, 1_024));
      duplicates.endRun();
      duplicates.endProvider();
    }
    const { ids, exact, inSeveralProviders } = duplicates.result();
    expect(exact).toBe(false);
    expect(Math.abs(ids - 20_000 - shift) / (20_000 + shift)).toBeLessThan(0.05);
    expect(Math.abs(inSeveralProviders - shared)).toBeLessThanOrEqual(shared * 0.05);
  });
});
