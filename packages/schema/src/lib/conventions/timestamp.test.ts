import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isoDate, timestamp } from './timestamp.ts';

const padded = (max: number, length: number): fc.Arbitrary<string> =>
  fc.nat(max).map((value) => String(value).padStart(length, '0'));

/** Texts of the form of a date-time, to the second, whether or not such a moment exists. */
const moments = fc
  .tuple(
    fc.oneof(fc.constantFrom('0000', '1900', '2000', '2024', '2100'), padded(9_999, 4)),
    padded(13, 2),
    padded(32, 2),
    padded(25, 2),
    padded(61, 2),
    padded(61, 2),
  )
  .map(([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}`);

/** The same by way of a `Date`, which turns what does not exist into something else, and has no leap seconds. */
function isMoment(text: string): boolean {
  const known = text.replace('T23:59:60', 'T23:59:59');
  const at = new Date(`${known}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(known);
}

describe('timestamp', () => {
  it('accepts the moments that exist, and no others', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        expect(timestamp.safeParse(`${moment}+00:00`).success).toBe(isMoment(moment));
        const date = moment.slice(0, 10);
        expect(isoDate.safeParse(date).success).toBe(isMoment(`${date}T00:00:00`));
      }),
      { numRuns: 1_000, examples: [['2016-12-31T23:59:60'], ['2016-12-31T22:59:60'], ['2016-12-31T24:00:00']] },
    );
  });
});
