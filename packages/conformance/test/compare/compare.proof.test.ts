import { describe, expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { DUE } from '../due.ts';
import { compared, reportOn } from './compared-runs.ts';
import { PLANTED, settingsWith, showing } from './planted-differences.ts';

const MINUTES = 60_000;

// Runs wait for most of their time: these tests and their runs are made side by side.
describe.concurrent('compareReports()', { timeout: 30 * MINUTES }, () => {
  it('finds each of 30 differences that the specification does not show', async () => {
    const run = { seed: SEED, ...DUE };
    const plain = await reportOn({}, run);
    const missed: string[] = [];
    for (const planted of PLANTED) {
      const [one, other] = await Promise.all([
        planted.against === undefined ? plain : reportOn(settingsWith([planted.against]), run),
        reportOn(settingsWith([planted]), run),
      ]);
      if (showing(planted, compared(one, other)).length === 0) missed.push(planted.id);
    }
    expect(missed).toEqual([]);
    expect(PLANTED).toHaveLength(30);
  });

  it('finds none between a service and itself, with 20 seeds', async () => {
    const runs = [];
    for (let index = 0; index < 20; index += 1) {
      const run = { seed: SEED + index, ...DUE };
      runs.push(await Promise.all([reportOn({}, run), reportOn({}, run)]));
    }
    const reports = runs.flat();
    // Another seed makes other calls: what both make must be the same, too.
    const differences = reports.flatMap((one) => reports.map((other) => compared(one, other).differences));
    expect(differences.filter((each) => each.length > 0)).toEqual([]);
  });
});
