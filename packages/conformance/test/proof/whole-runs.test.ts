import { describe, expect, it } from 'vitest';

import { FEW } from '../due.ts';
import { casesOf, nameOf, prove, type ProofCase } from './proof-case.ts';

const bounds = { seed: 7, runs: 0 };

const named = (cases: readonly ProofCase[]): [name: string, proven: ProofCase][] =>
  cases.map((each) => [nameOf(each), each]);

// `prove:checks` has all.
describe('a whole run', () => {
  it.each(named(casesOf('variations', bounds).slice(-1)))('fails no rule with %s', async (_, proven) => {
    await expect(prove(proven, FEW)).resolves.toMatchObject({ wrong: [] });
  });
});
