import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { prove } from './proof-case.ts';

/** With `vitest --changed`: the strings in and around the changed lines, among them ids of rules and faults. */
const changed = process.env['IDVKIT_CHANGED'];
const strings = changed === undefined ? undefined : (JSON.parse(changed) as readonly string[]); // As the configuration writes it.

const FAULTS = allFaults
  // A file without a test fails: one fault of each half is always proved.
  .filter(({ id, rule }, index) => strings === undefined || index < 2 || strings.includes(id) || strings.includes(rule))
  .map(({ id }) => id);

/** Proves one half of the faults. Each half has a file, so that two workers share them. */
export function proveFaultRules(half: 0 | 1): void {
  describe('the rule of a fault', () => {
    it.concurrent.each(FAULTS.filter((_, index) => index % 2 === half))('finds it: %s', async (id) => {
      await expect(prove({ kind: 'fault-rule', id, seed: 7 })).resolves.toMatchObject({ wrong: [] });
    });
  });
}
