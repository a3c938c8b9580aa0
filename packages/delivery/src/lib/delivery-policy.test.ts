import { expect, it } from 'vitest';

import { retrySpacing, specifiedPolicy } from './delivery-policy.ts';

it.each([
  ['one number', 250, [250, 250, 250]],
  ['a number per wait, the last of which stays', [100, 200], [100, 200, 200]],
  ['nothing', [], [0, 0, 0]],
])('retrySpacing() waits as %s says', (_, spacing, waits) => {
  expect([0, 1, 2].map(retrySpacing(spacing))).toEqual(waits);
});

it.each([
  [499, false],
  [500, true],
  [599, true],
  [600, false],
])('specifiedPolicy retries %i: %s', (status, isRetried) => {
  expect(specifiedPolicy.shouldRetry({ kind: 'answered', status }, 0)).toBe(isRetried);
});
