import { describe, expect, it } from 'vitest';

import { backOffMs } from './service-client.ts';

const NOW = Date.parse('2026-01-05T03:00:00Z');

describe('backOffMs()', () => {
  it('waits longer each time', () => {
    expect([0, 1, 2, 3].map((tries) => backOffMs(undefined, tries, NOW))).toEqual([250, 500, 1000, 2000]);
  });

  it.each([
    ['seconds', '3', 3000],
    ['a date', 'Mon, 05 Jan 2026 03:00:07 GMT', 7000],
    ['a date that is over', 'Mon, 05 Jan 2026 02:00:00 GMT', 250],
    ['nothing it understands', 'soon', 250],
    ['more than a minute', '3600', 60_000],
    ['no time at all', '0', 250],
  ])('honours Retry-After: %s', (_, header, wait) => {
    expect(backOffMs(header, 0, NOW)).toBe(wait);
  });
});
