import { describe, expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { DUE } from '../due.ts';
import { compared, reportOn } from './compared-runs.ts';
import { PLANTED, settingsWith, showing } from './planted-differences.ts';

const MINUTES = 60_000;

describe('compareReports()', () => {
  it('finds each of 30 differences that the specification does not show', { timeout: 30 * MINUTES }, async () => {
    const run = { seed: SEED, ...DUE };
    const plain = await reportOn({}, run);
    const missed: string[] = [];
    for (const planted of PLANTED) {
      const one = planted.against === undefined ? plain : await reportOn(settingsWith([planted.against]), run);
      const comparison = compared(one, await reportOn(settingsWith([planted]), run));
      if (showing(planted, comparison).length === 0) missed.push(planted.id);
    }
    expect(missed).toEqual([]);
    expect(PLANTED).toHaveLength(30);
  });

  it('finds none between a service and itself, with 20 seeds', { timeout: 30 * MINUTES }, async () => {
    const runs = [];
    for (let index = 0; index < 20; index += 1) {
      runs.push([
        await reportOn({}, { seed: SEED + index, ...DUE }),
        await reportOn({}, { seed: SEED + index, ...DUE }),
      ] as const);
    }
    const reports = runs.flat();
    // Another seed makes other calls: what both make must be the same, too.
    const differences = reports.flatMap((one) => reports.map((other) => compared(one, other).differences));
    expect(differences.filter((each) => each.length > 0)).toEqual([]);
  });
});
