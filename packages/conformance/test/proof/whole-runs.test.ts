import { describe, expect, it } from 'vitest';

import { isProof, sampleOf } from '../../../../tools/testing/sample.ts';
import { casesOf, nameOf, prove, type ProofCase } from './proof-case.ts';

const bounds = { seed: 7, runs: 0 };
const variations = casesOf('variations', bounds);

const named = (cases: readonly ProofCase[]): [name: string, proven: ProofCase][] =>
  cases.map((each) => [nameOf(each), each]);

// `pnpm run prove` has all: `prove:checks`.
describe('a whole run', () => {
  it.each(named(sampleOf(casesOf('faults', bounds), { every: 400 })))(
    'fails the rule of a fault and no other: %s',
    async (_, proven) => {
      await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
    },
  );

  // They wait when the service asks for it.
  it.concurrent.each(named(isProof ? variations : variations.slice(-1)))(
    'fails no rule with a variation: %s',
    async (_, proven) => {
      await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
    },
  );
});
