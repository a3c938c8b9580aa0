import { describe, expect, it } from 'vitest';

import { faceCompareStatusesOf } from './face-compare-status.ts';

describe('faceCompareStatusesOf()', () => {
  it.each([
    [0, ['not_match']],
    [60, ['not_match']],
    [60.000_1, ['not_match', 'need_review']],
    [60.999_9, ['not_match', 'need_review']],
    [61, ['need_review']],
    [69, ['need_review']],
    [69.000_1, ['need_review', 'match']],
    [69.999_9, ['need_review', 'match']],
    [70, ['match']],
    [100, ['match']],
  ])('gives %d', (score, statuses) => {
    expect(faceCompareStatusesOf(score)).toEqual(statuses);
  });

  it.each([-0.1, 100.1, Number.NaN, Infinity])('refuses %d', (score) => {
    expect(() => faceCompareStatusesOf(score)).toThrow(RangeError);
  });
});
