import { describe, expect, it } from 'vitest';

import { wishOf } from './wish.ts';

describe('wishOf()', () => {
  it.each([
    [{}, 'flow=camera'],
    [{ score: 88.5, retries: 1, aml: 'none' }, 'flow=camera outcome=pass attempts=2 hits=0'],
    [{ score: 70, document: 'passport', retries: 2 }, 'flow=camera outcome=pass document=passport attempts=3'],
    [{ score: 69, aml: 'pep' }, 'flow=camera outcome=need_review hits=1'],
    [{ score: 60 }, 'flow=camera outcome=fail'],
    [{ liveness: 'fail' }, 'flow=camera outcome=fail'],
  ] as const)('writes %j as %s', (outcome, words) => {
    expect(wishOf({ slug: 'kyc', flow: 'camera' }, outcome)).toBe(words);
  });

  it('asks nothing of a form without camera steps', () => {
    expect(wishOf({ slug: 'contact', flow: 'plain' }, { score: 70 })).toBe('flow=plain');
  });
});
