import { describe, expect, it } from 'vitest';

import { retryAfterMs } from './retry-after.ts';

describe('retryAfterMs()', () => {
  const now = Date.UTC(2026, 0, 5, 3);

  it.each([
    ['2', 2000],
    ['0', 0],
    [' 120 ', 120_000],
    ['Mon, 05 Jan 2026 03:00:10 GMT', 10_000],
    ['Mon, 05 Jan 2026 02:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['99999999999999999999', Number.MAX_SAFE_INTEGER],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j: %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
