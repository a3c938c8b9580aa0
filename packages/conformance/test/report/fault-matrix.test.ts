import { readFileSync } from 'node:fs';

import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { FAULT_MATRIX, faultMatrix } from '../../scripts/fault-matrix.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';

const published = readFileSync(new URL(`../../../../${FAULT_MATRIX}`, import.meta.url), 'utf8');

describe('docs/fault-matrix.md', () => {
  it('says what there is: run `pnpm --filter @idvkit/conformance run rules-document` after a change', () => {
    expect(published).toBe(faultMatrix());
  });

  it('has a fault for each rule but the one about TLS, which the mock does not speak, and each fault once', () => {
    const broken = new Set(allFaults.map(({ rule }) => rule));
    expect(serviceRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual(['delivery.https']);
    expect(published.match(/^ {2}- /gm)).toHaveLength(allFaults.length);
  });
});
