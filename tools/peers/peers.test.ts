import { allFaults } from '@idvkit/mock';
import { beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../testing/sample.ts';
import { peers } from './peers.ts';
import { record, SEED } from './recording.ts';
import results from './results.json' with { type: 'json' };
import { checkAll, checkedBy, marksOf } from './results.ts';

const marks: Readonly<Record<string, string>> = results.faults;

describe('the table of other validators', () => {
  it('has every fault: run `pnpm run peers --missing`', () => {
    expect(Object.keys(marks)).toEqual(allFaults.map(({ id }) => id));
  });

  it('names the versions and settings that check: run `pnpm run peers`', () => {
    expect(results.peers).toEqual(peers.map(checkedBy));
  });

  describe('has what each of them says', () => {
    let correct: Awaited<ReturnType<typeof checkAll>>;

    beforeAll(async () => {
      correct = await checkAll(peers, await record({ seed: SEED }));
    });

    it.each(sampleOf(Object.keys(marks), { every: 400 }))('of %s', async (fault) => {
      expect(marksOf(await checkAll(peers, await record({ seed: SEED, fault })), correct)).toBe(marks[fault]);
    });
  });
});
