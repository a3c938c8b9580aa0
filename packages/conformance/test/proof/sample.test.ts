import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { ofTheDay } from '../../../../tools/of-the-day.ts';
import { casesOf, nameOf, prove, type ProofCase } from './proof-case.ts';

const bounds = { seed: 7, runs: 0 };
const faults = casesOf('faults', bounds);
const variations = casesOf('variations', bounds);
const together = variations.slice(-1);

/** With `vitest --changed`: what stands in and around the changed lines, among it the ids of rules and faults. */
const changed = process.env['IDVKIT_CHANGED'];

/** Returns eight faults of changed rules, or one if none changed. */
function faultsOf(strings: readonly string[]): readonly ProofCase[] {
  const ids = allFaults.filter(({ id, rule }) => strings.includes(id) || strings.includes(rule)).map(({ id }) => id);
  const own = faults.filter((each) => ids.includes(nameOf(each)));
  return own.length === 0 ? faults.slice(0, 1) : ofTheDay(own, { days: Math.ceil(own.length / 8) });
}

const sample =
  changed === undefined
    ? {
        faults: ofTheDay(faults, { days: 22 }),
        variations: [...ofTheDay(variations.slice(0, -1), { days: 22 }), ...together],
      }
    : { faults: faultsOf(JSON.parse(changed) as string[]), variations: [] }; // As the configuration writes it.

const named = (cases: readonly ProofCase[]): [name: string, proven: ProofCase][] =>
  cases.map((each) => [nameOf(each), each]);

describe('a part of all proofs, another one each day', () => {
  it.each(named(sample.faults))('a fault fails its own rule and no other: %s', async (_, proven) => {
    await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
  });

  // They wait when the service asks for it.
  it.concurrent.each(named(sample.variations))('a variation fails no rule: %s', async (_, proven) => {
    await expect(prove(proven)).resolves.toMatchObject({ wrong: [] });
  });
});
