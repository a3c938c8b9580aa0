import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chooseOffsetDays, dayOf, shiftedDate, type PersonDates } from './dates.ts';

const date = (min: string, max: string): fc.Arbitrary<string> =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10));

const people: fc.Arbitrary<PersonDates> = fc.record({
  birth: date('1930-01-01', '2010-12-31'),
  issue: date('2010-01-01', '2020-06-30'),
  expiry: date('2015-01-01', '2040-12-31'),
  submittedAt: fc.constant('2020-07-01T03:00:00+00:00'),
});

describe('chooseOffsetDays()', () => {
  it('moves by more than a year and, but for a few, keeps what follows from the dates', () => {
    let broken = 0;
    const samples = fc.sample(people, { seed: 1, numRuns: 1_000 });
    samples.forEach((person, at) => {
      let drawn = at * 7919;
      const offset = chooseOffsetDays(person, (below) => ((drawn += 104_729) >> 3) % below);
      expect(Math.abs(offset)).toBeGreaterThanOrEqual(366);
      expect(Math.abs(offset)).toBeLessThanOrEqual(1095);
      const submitted = dayOf('2020-07-01') ?? 0;
      const wasExpired = (dayOf(person.expiry) ?? 0) < submitted;
      if (wasExpired !== (dayOf(person.expiry) ?? 0) + offset < submitted) broken += 1;
    });
    expect(broken).toBeLessThan(20);
  });
});

describe('shiftedDate()', () => {
  it('keeps distances between dates', () => {
    fc.assert(
      fc.property(date('1900-01-01', '2100-01-01'), fc.integer({ min: -1095, max: 1095 }), (text, offset) => {
        const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
        const moved = shiftedDate({ year, month, day }, offset);
        expect(moved && Date.UTC(moved.year, moved.month - 1, moved.day) / 86_400_000).toBe(
          (dayOf(text) ?? 0) + offset,
        );
      }),
    );
  });

  it('leaves what is no date', () => {
    expect(shiftedDate({ year: 2021, month: 2, day: 30 }, 400)).toBeUndefined();
  });
});
