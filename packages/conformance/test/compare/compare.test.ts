import { describe, expect, it } from 'vitest';

import { SEED } from '../../../../tools/sample.ts';
import { compared, reportOn } from './compared-runs.ts';
import { PLANTED, settingsWith, showing } from './planted-differences.ts';

/** Calls of a run without those that cover every pair of conditions. */
const calls = 700;
/** Differences that do not hide one another. */
const TOGETHER = PLANTED.filter(({ against, id }) => against === undefined && id !== 'resend-to-one');

describe('compareReports()', () => {
  it('finds planted differences together, and none between a service and itself', async () => {
    const one = await reportOn({}, { seed: SEED, calls });
    const same = await reportOn({}, { seed: SEED + 1, calls });
    const other = await reportOn(settingsWith(TOGETHER), { seed: SEED, calls });

    expect(compared(one, same).differences).toEqual([]);
    const comparison = compared(one, other);
    const missed = TOGETHER.filter((planted) => showing(planted, comparison).length === 0).map(({ id }) => id);
    expect(missed).toEqual([]);
  });
});
