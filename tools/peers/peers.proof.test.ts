import { beforeAll, describe, expect, it } from 'vitest';

import { SEED as RUN, seededRandom } from '../testing/sample.ts';
import { peers } from './peers.ts';
import { record, SEED } from './recording.ts';
import results from './results.json' with { type: 'json' };
import { checkAll, marksOf } from './results.ts';

const marks: Readonly<Record<string, string>> = results.faults;

/** Each fault takes some seconds: the next proof has others. */
function drawn(wanted: number): readonly string[] {
  const random = seededRandom(RUN);
  const left = Object.keys(marks);
  return Array.from({ length: wanted }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

describe('the table of other validators has what each of them says', () => {
  let correct: Awaited<ReturnType<typeof checkAll>>;

  beforeAll(async () => {
    correct = await checkAll(peers, await record({ seed: SEED }));
  });

  it.each(drawn(10))('of %s', async (fault) => {
    expect(marksOf(await checkAll(peers, await record({ seed: SEED, fault })), correct)).toBe(marks[fault]);
  });
});
