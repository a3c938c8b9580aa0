import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { faultMatrix } from '../../scripts/fault-matrix.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';

describe('faultMatrix()', () => {
  it('has a fault for each rule but the one about TLS, which the mock does not speak, and each fault once', () => {
    const broken = new Set(allFaults.map(({ rule }) => rule));
    expect(serviceRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual(['delivery.https']);
    expect(faultMatrix().match(/^ {2}- /gm)).toHaveLength(allFaults.length);
  });
});
