import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nextWaitMs, retryAfterMsOf } from './back-off.ts';

describe('nextWaitMs()', () => {
  it('grows each time, and is no shorter than the service asks', () => {
    const asked = fc.array(
      fc.record({
        retryAfterMs: fc.option(fc.nat(120_000), { nil: undefined }),
        random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(asked, (answers) => {
        let earlierWaitMs = 0;
        for (const { retryAfterMs, random } of answers) {
          const waitMs = nextWaitMs({ retryAfterMs, earlierWaitMs, random });
          expect(waitMs).toBeGreaterThan(earlierWaitMs);
          expect(waitMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          earlierWaitMs = waitMs;
        }
      }),
    );
  });
});

describe('retryAfterMsOf()', () => {
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
    ['99999999999999999999', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j: %s', (header, expected) => {
    expect(retryAfterMsOf(header, now)).toBe(expected);
  });
});
