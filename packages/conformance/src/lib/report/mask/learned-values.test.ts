import { describe, expect, it } from 'vitest';

import { bestProcessorMs } from '../../../../../../tools/processor-time.ts';
import { LearnedValues } from './learned-values.ts';

function learned(...values: readonly string[]): LearnedValues {
  const all = new LearnedValues();
  for (const value of values) all.learn(value, `<${value}>`);
  return all;
}

describe('LearnedValues', () => {
  it.each([
    ['as it is', 'Hello Jaidee & Co.'],
    ['in another case', 'HELLO jaIDEE & CO.'],
    ['percent-encoded', '?name=Jaidee%20%26%20Co&x=1'],
    ['as forms are encoded', '?name=Jaidee+%26+Co&x=1'],
    ['percent-encoded twice', 'Jaidee%2520%2526%2520Co'],
    ['with JSON escapes', String.raw`Ja\u0069dee \u0026 Co`],
    ['with character references', '<b>Jaidee &amp; Co</b>, Jaidee &#x26; Co'],
    ['in base64', Buffer.from('{"name":"Jaidee & Co"}').toString('base64')],
    ['in base64 of base64', Buffer.from(Buffer.from('a Jaidee & Co').toString('base64')).toString('base64')],
    ['in hexadecimal digits', Buffer.from('Jaidee & Co').toString('hex')],
  ])('finds a value %s', (_, text) => {
    expect(learned('Jaidee & Co').isIn(text)).toBe(true);
  });

  it('tells where it stands in the text as it was given', () => {
    expect(learned('สมชาย').find('x=%E0%B8%AA%E0%B8%A1%E0%B8%8A%E0%B8%B2%E0%B8%A2&y')).toEqual([
      { start: 2, end: 47, label: '<สมชาย>' },
    ]);
  });

  it('takes the longest of several, and each of several that follow each other', () => {
    expect(learned('Somchai', 'Somchai Jaidee', 'Bangkok').find('Somchai Jaidee Bangkok')).toEqual([
      { start: 0, end: 14, label: '<Somchai Jaidee>' },
      { start: 15, end: 22, label: '<Bangkok>' },
    ]);
  });

  it('finds short words and numbers only where they stand apart', () => {
    const all = learned('Anna', 'Ng', '4821');
    expect(all.find('Annabel Wong 148213')).toEqual([]);
    expect(all.find('Anna, Ng: 4821').map(({ label }) => label)).toEqual(['<Anna>', '<Ng>', '<4821>']);
    expect(all.find('ng')).toEqual([]);
  });

  it('finds the beginning of a long value that is cut off', () => {
    const long = 'A quarter of a mile beyond the second bridge over the canal';
    expect(learned(long).find(`${long.slice(0, 45)}…`)).toEqual([{ start: 0, end: 45, label: `<${long}>` }]);
  });

  it('finds one of a hundred thousand values as fast as one of a hundred', () => {
    const text = 'nobody in particular, '.repeat(400);
    const [few, many] = [100, 100_000].map((count) => {
      const all = learned(...Array.from({ length: count }, (_, number) => `person number ${number}`));
      const find = () => all.find(`${text}person number ${count - 1}`);
      expect(find()).toHaveLength(1);
      return bestProcessorMs(find, 3);
    }) as [number, number];
    expect(many).toBeLessThan(50 * few);
  });
});
