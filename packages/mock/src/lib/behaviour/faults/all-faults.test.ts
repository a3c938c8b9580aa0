import { catalogue, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { allFaults } from './all-faults.ts';

/** Rules that a mock on loopback cannot break: they need HTTPS. */
const needsHttps = ['delivery.https'];

describe('allFaults', () => {
  it('has a fault for every rule that binds the service', () => {
    const broken = new Set<string>(allFaults.map(({ rule }) => rule));
    const bound = RULE_IDS.filter((id) => catalogue[id].binds === 'service');
    expect(bound.filter((id) => !broken.has(id))).toEqual(needsHttps);
  });

  it('names each fault once, after its rule', () => {
    expect(new Set(allFaults.map(({ id }) => id)).size).toBe(allFaults.length);
    expect(allFaults.filter(({ id, rule }) => id !== rule && !id.startsWith(`${rule}/`))).toEqual([]);
  });
});
