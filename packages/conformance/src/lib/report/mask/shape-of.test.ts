import { describe, expect, it } from 'vitest';

import { isMoment, shapeOf } from './shape-of.ts';

describe('shapeOf()', () => {
  it.each([
    ['1100700123457', '[masked: 13 digits]'],
    ['7', '[masked: 1 digit]'],
    ['COK000048213377', '[masked: COK and 12 digits]'],
    ['31/12/1990', '[masked: 99/99/9999]'],
    ['1990-01-01T00:00:00+00:00', '[masked: 9999-99-99T99:99:99+99:99]'],
    ['+66 81 234 5678', '[masked: +99 99 999 9999]'],
    ['12 Soi 4', '[masked]'],
    ['Somchai', '[masked]'],
    ['', ''],
  ])('of %j is %s', (value, shape) => {
    expect(shapeOf(value)).toBe(shape);
  });
});

describe('isMoment()', () => {
  it.each([
    ['2026-01-05T03:00:00.123Z', true],
    ['2026-01-05T03:00+00:00', true],
    ['1990-01-01T00:00:00Z', false],
    ['1990-01-01', false],
    ['at 2026-01-05T03:00:00Z', false],
  ])('of %j is %s', (text, expected) => {
    expect(isMoment(text)).toBe(expected);
  });
});
