import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ekycOutcomesOf, settledEkycOutcome } from './outcome.ts';

describe('ekycOutcomesOf()', () => {
  it.each([
    ['success', 'success', 70, ['pass']],
    ['success', 'success', 61, ['need_review']],
    ['success', 'success', 60, ['fail']],
    ['success', 'success', 60.5, ['fail', 'need_review']],
    ['success', 'success', undefined, ['pending']],
    ['fail', 'success', undefined, ['fail']],
    ['success', 'fail', undefined, ['fail']],
    ['fail', 'fail', undefined, ['fail']],
    ['fail', 'pending', undefined, ['fail', 'pending']],
    ['pending', 'success', undefined, ['pending']],
    ['pending', 'pending', undefined, ['pending']],
  ] as const)('gives document scan %s, liveness %s, score %s', (documentScan, liveness, score, outcomes) => {
    expect(ekycOutcomesOf({ documentScan, liveness, score })).toEqual(outcomes);
  });

  it('never passes a submission with a failed check, whatever its score', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (score) => {
        expect(ekycOutcomesOf({ documentScan: 'success', liveness: 'fail', score })).toEqual(['fail']);
      }),
    );
  });
});

describe('settledEkycOutcome()', () => {
  it('says nothing before the application is complete', () => {
    expect(settledEkycOutcome({ status: 'incomplete', other_status: { ekyc: 'pass' } })).toBeUndefined();
  });

  it('reads a complete application in any letter case', () => {
    expect(settledEkycOutcome({ status: 'complete', other_status: { ekyc: 'Need_Review' } })).toBe('need_review');
  });

  it.each([{}, { ekyc: 'approved' }])('says nothing where the outcome is not known: %j', (other_status) => {
    expect(settledEkycOutcome({ status: 'complete', other_status })).toBeUndefined();
  });
});
