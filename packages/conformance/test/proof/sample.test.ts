import { describe, expect, it } from 'vitest';

import { ofTheDay } from '../../../../tools/of-the-day.ts';
import { casesOf, nameOf, prove, type ProofCase } from './proof-case.ts';

const bounds = { seed: 7, runs: 0 };
const faults = casesOf('faults', bounds);
const variations = casesOf('variations', bounds);
const together = variations.slice(-1);

const named = (cases: readonly ProofCase[]): [name: string, proven: ProofCase][] =>
  cases.map((each) => [nameOf(each), each]);

describe('a part of all proofs, another one each day', () => {
  it.each(named(ofTheDay(faults, { days: 14 })))('a fault fails its own rule and no other: %s', async (_, proven) => {
    await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
  });

  it.each(named([...ofTheDay(variations.slice(0, -1), { days: 14 }), ...together]))(
    'a variation fails no rule: %s',
    async (_, proven) => {
      await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
    },
  );
});
