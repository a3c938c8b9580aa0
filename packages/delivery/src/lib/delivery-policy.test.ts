import { expect, it } from 'vitest';

import { retrySpacing } from './delivery-policy.ts';

it.each([
  ['one number', 250, [250, 250, 250]],
  ['a number per wait, the last of which stays', [100, 200], [100, 200, 200]],
  ['nothing', [], [0, 0, 0]],
])('retrySpacing() waits as %s says', (_, spacing, waits) => {
  expect([0, 1, 2].map(retrySpacing(spacing))).toEqual(waits);
});
