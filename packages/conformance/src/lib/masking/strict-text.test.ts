import { describe, expect, it } from 'vitest';

import { shapeOf, strictText } from './strict-text.ts';

describe('strictText()', () => {
  it.each([
    'Not found.',
    'This field is required.',
    'No permission -- see authorization schemes',
    '13 digits, the last of them the check digit',
    'about 2026-01-05T03:00:00.123Z',
    'ISO 3166-1 alpha-3 code',
    'COK00 + zero-padded id',
    '19000 to 171000 bytes',
  ])('keeps %s', (text) => {
    expect(strictText(text)).toBe(text);
  });

  it.each([
    ['No form of Somchai Jaidee exists', 'No form of [masked] exists'],
    ['Invalid id 1-2345-67890-12-1.', 'Invalid id [masked].'],
    ['born 1990-01-01', '[masked]'],
    ['born at 1990-01-01T00:00:00Z', '[masked] at [masked]'],
    ['call +66 81 234 5678', 'call +[masked]'],
    ['token a1b2c3', 'token [masked]'],
    ['ไม่พบ สมชาย', '[masked]'],
  ])('masks what is not public in %s', (text, masked) => {
    expect(strictText(text)).toBe(masked);
  });

  it('takes further words as public', () => {
    expect(strictText('No form kyc-camera', (word) => word === 'kyc')).toBe('No form kyc-camera');
  });
});

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
