import { describe, expect, it } from 'vitest';

import { printable } from './printable.ts';

describe('printable()', () => {
  it.each([
    ['plain text, ข้อความ, テキスト', 'plain text, ข้อความ, テキスト'],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['\u001B[31mred\u0007', '\uFFFD[31mred\uFFFD'],
    ['\u202Eright to left', '\uFFFDright to left'],
    ['\u009B2J', '\uFFFD2J'],
    ['a\u061Cb\u200Bc\u200D\u200E\u200Fd\uFEFF', 'a\uFFFDb\uFFFDc\uFFFD\uFFFD\uFFFDd\uFFFD'],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('cuts what is too long', () => {
    expect([printable('12345', 5), printable('123456', 5), printable('12', 1)]).toEqual(['12345', '1234…', '…']);
  });
});
