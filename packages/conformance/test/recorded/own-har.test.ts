import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/sample.ts';
import { runConformance } from '../../src/index.ts';
import { undecidableWhereMasked } from '../../src/lib/recorded/undecidable.ts';
import { brokenIn, checkText, ownHar, verdictsOf, type Verdicts } from './reading.ts';

/** Those of the rules that masking leaves decidable. */
function decidable(verdicts: Verdicts): Verdicts {
  return Object.fromEntries(
    // The ids are those of rules that there are.
    Object.entries(verdicts).filter(([id]) => undecidableWhereMasked(id as never) === undefined),
  );
}

describe("a check of a run's own archive", () => {
  const runs = [
    [1, []],
    [2, ['delivery.5xx.at-most-three', 'auth.absent.403']],
    [3, ['resend.never-submitted.no-delivery']],
    [4, ['face-compare.status.follows-score', 'create.status.201']],
    [5, ['application.submitted-at.null-while-incomplete', 'create.credit.not-consumed']],
  ] as const;

  it.each(sampleOf(runs, { every: 5 }))(
    'gives the verdicts of the run, with seed %i and faults %j',
    async (seed, faults) => {
      const run = await runConformance({ seed, faults });
      const checked = await checkText(ownHar(run));

      expect(decidable(verdictsOf(checked))).toEqual(decidable(verdictsOf(run)));
      expect(brokenIn(checked).filter((id) => !brokenIn(run).includes(id))).toEqual([]);
      expect(faults.filter((id) => !brokenIn(checked).includes(id))).toEqual([]);
      expect(checked.selfCheck.missed).toEqual([]);
      expect(checked.observations.map(({ id }) => id)).toEqual(run.observations.map(({ id }) => id));
    },
  );

  it('exercises no rule that rests on masked values, and says why', async () => {
    const run = await runConformance({ seed: 11, only: ['answers.nid.check-digit'] });
    const checked = await checkText(ownHar(run));

    const [outcome] = checked.outcomes.filter(({ rule }) => rule.id === 'answers.nid.check-digit');
    expect(outcome).toMatchObject({ verdict: 'not-exercised', reason: expect.stringContaining('masked') as unknown });
  });

  it('refuses the archive of a check, which proves less than it seems to', async () => {
    const run = await runConformance({ seed: 12, only: ['create.*'] });
    const checked = await checkText(ownHar(run));

    await expect(checkText(ownHar(checked))).rejects.toMatchObject({ code: 'har-secondhand' });
  });
});
