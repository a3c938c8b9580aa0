import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareBearer, verifyBearer } from './bearer.ts';

describe('compareBearer()', () => {
  it.each([
    ['Bearer whsec_1', 'match'],
    ['Bearer whsec_2', 'mismatch'],
    ['Bearer whsec_', 'mismatch'],
    ['Bearer whsec_11', 'mismatch'],
    ['Bearer WHSEC_1', 'mismatch'],
    ['Bearer  whsec_1', 'mismatch'],
    ['Bearer whsec_1 ', 'mismatch'],
    ['Bearer ', 'mismatch'],
    ['Bearer', 'other-scheme'],
    ['bearer whsec_1', 'other-scheme'],
    ['Basic whsec_1', 'other-scheme'],
    ['whsec_1', 'other-scheme'],
    ['', 'other-scheme'],
    [undefined, 'absent'],
    [null, 'absent'],
  ])('%j: %s', (authorization, expected) => {
    expect(compareBearer(authorization, 'whsec_1')).toBe(expected);
  });

  it('matches what is equal and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (given, secret) => {
        expect(compareBearer(`Bearer ${given}`, secret)).toBe(given === secret ? 'match' : 'mismatch');
        expect(compareBearer(`Bearer ${secret}`, secret)).toBe('match');
      }),
    );
  });
});

describe('verifyBearer()', () => {
  it.each([
    ['Bearer whsec_1', true],
    ['Bearer whsec_1whsec_1', false],
    ['Bearer whsec_2', false],
    [null, false],
  ])('%j: %s', (authorization, expected) => {
    expect(verifyBearer(authorization, 'whsec_1')).toBe(expected);
  });

  it('refuses an empty secret, which every empty token would match', () => {
    expect(() => verifyBearer('Bearer ', '')).toThrow(
      new RangeError('Cannot verify a delivery: the secret is empty. Set that of the webhook.'),
    );
  });
});
