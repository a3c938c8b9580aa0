import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readDateTime } from './date-time.ts';
import { isoDate } from './timestamp.ts';

const at = Date.parse('2026-01-05T03:00:00Z');

describe('readDateTime()', () => {
  it.each([
    ['2026-01-05T03:00:00+00:00', { at, offset: '+00:00', iso: true }],
    ['2026-01-05T03:00+00:00', { at, offset: '+00:00', iso: true }],
    ['2026-01-05T03:00:00.250000+00:00', { at: at + 250, offset: '+00:00', iso: true }],
    ['2026-01-05T03:00:00Z', { at, offset: 'Z', iso: true }],
    ['2026-01-05t03:00:00z', { at, offset: 'Z', iso: false }],
    ['2026-01-05 03:00:00+00:00', { at, offset: '+00:00', iso: false }],
    ['2026-01-05T10:00:00+07:00', { at, offset: 'other', iso: true }],
    ['2026-01-04T21:30:00-0530', { at, offset: 'other', iso: true }],
    ['2026-01-05T03:00:00+0000', { at, offset: 'other', iso: true }],
    ['2026-01-05T03:00:00', { at, offset: 'none', iso: true }],
    ['2016-12-31T23:59:60.5+00:00', { at: Date.parse('2017-01-01T00:00:00.5Z'), offset: '+00:00', iso: true }],
    ['2016-12-31T23:59:60Z', { at: Date.parse('2017-01-01T00:00:00Z'), offset: 'Z', iso: true }],
    ['0001-01-01T00:00:00+00:00', { at: -62_135_596_800_000, offset: '+00:00', iso: true }],
  ])('reads %s', (text, expected) => {
    expect(readDateTime(text)).toEqual(expected);
  });

  it.each([
    '',
    'today',
    '2026-02-30T03:00:00+00:00',
    '2026-01-05T25:00:00+00:00',
    '2026-01-05T24:00:00+00:00',
    '2026-01-05T03:60:00+00:00',
    '2026-01-05T03:59:60+00:00',
    '2026-01-05T23:59:61+00:00',
    '2026-01-05',
    at,
    null,
    undefined,
    {},
  ])('reads nothing from %j', (value) => {
    expect(readDateTime(value)).toBeUndefined();
  });

  it('tells microseconds apart', () => {
    const [one, other] = ['2026-01-05T03:00:00.000001+00:00', '2026-01-05T03:00:00.000002+00:00'].map(
      (text) => readDateTime(text)?.at ?? Number.NaN,
    );

    expect(one).toBeLessThan(other ?? Number.NaN);
  });
});

describe('isCalendarDate() on every date-like text', () => {
  const two = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, '0'));

  it('agrees with the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), two(0, 14), two(0, 33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}`;
        const moment = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);

        expect(isoDate.safeParse(text).success).toBe(exists);
      }),
      {
        numRuns: 1000,
        examples: [
          [2000, '02', '29'],
          [1900, '02', '29'],
          [2026, '00', '10'],
          [2026, '04', '31'],
          [2026, '01', '00'],
        ],
      },
    );
  });
});

describe('isoDate', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1990-4-17', false],
    ['1990-04-17T00:00:00', false],
    [19900417, false],
  ])('%j: %j', (value, expected) => {
    expect(isoDate.safeParse(value).success).toBe(expected);
  });
});
