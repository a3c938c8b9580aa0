import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nextWaitMs } from './back-off.ts';

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
