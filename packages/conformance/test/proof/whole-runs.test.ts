import { describe, expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { FEW } from '../due.ts';
import { casesOf, nameOf, prove, type ProofCase } from './proof-case.ts';

const bounds = { seed: SEED, runs: 0 };

const named = (cases: readonly ProofCase[]): [name: string, proven: ProofCase][] =>
  cases.map((each) => [nameOf(each), each]);

// `prove:checks` has all. They wait in real time.
describe.concurrent('a whole run', () => {
  const cases = [...casesOf('variations', bounds).slice(-1), ...casesOf('settings', bounds).slice(0, 1)];

  it.each(named(cases))('fails no rule with %s', async (_, proven) => {
    await expect(prove(proven, { ...FEW, applications: 60 })).resolves.toMatchObject({ wrong: [] });
  });
});
