import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bestProcessorMs } from '../../../../../tools/testing/processor-time.ts';
import { ValueFinder } from './value-finder.ts';

function finderOf(...values: readonly string[]): ValueFinder<string> {
  const all = new ValueFinder<string>();
  for (const value of values) all.add(value, `<${value}>`);
  return all;
}

describe('ValueFinder', () => {
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
    expect(finderOf('Jaidee & Co').isIn(text)).toBe(true);
  });

  const name = 'Lucía Peña';
  const escapedAll = (text: string): string =>
    Array.from(text, (c) => String.raw`\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join('');
  const escapedBeyond = JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(/[^\0-\u007F]/g, (c) => escapedAll(c));
  it.each([
    ['plain', name],
    ['decomposed', name.normalize('NFD')],
    ['in capitals', name.toUpperCase()],
    ['in lower case, capitals and decomposed', name.toUpperCase().normalize('NFD')],
    ['escaped beyond ASCII', escapedBeyond],
    ['escaped as a whole', escapedAll(name)],
    ['escaped in part', `L${escapedAll('u')}cía Pe${escapedAll('ñ')}a`],
    ['escaped in a text that is escaped', escapedBeyond.replaceAll('\\', '\\\\')],
    ['after a line break that is escaped', String.raw`so\n${name}`],
    ['percent-encoded in lower case', encodeURIComponent(name).toLowerCase()],
    ['percent-encoded in part', encodeURI(name).replace('%20', ' ')],
    ['form-encoded', encodeURIComponent(name).replaceAll('%20', '+')],
    ['in hexadecimal capitals', Buffer.from(name).toString('hex').toUpperCase()],
    ['in hexadecimal digits after half of one', `f${Buffer.from(name).toString('hex')}`],
    ['in base64 after one byte', Buffer.from(`x${name} and more`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`xy${name} and more`).toString('base64url')],
    ['in base64 of capitals', Buffer.from(`of ${name.toUpperCase()}`).toString('base64url')],
    ['in base64 with its solidi escaped', Buffer.from(`???${name}???`).toString('base64').replaceAll('/', '\\/')],
    ['in base64 that is percent-encoded', encodeURIComponent(Buffer.from(`???${name}`).toString('base64'))],
  ])('finds a value with accents %s', (_, text) => {
    expect(finderOf(name).isIn(`{"a":"${text}","b":1}`)).toBe(true);
  });

  it('finds base64 and hexadecimal digits of any value at any place', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z][A-Za-z\d]{5,40}[A-Za-z]$/),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 5 }),
        fc.constantFrom<BufferEncoding>('base64', 'base64url', 'hex'),
        (text, before, after, encoding) => {
          const encoded = Buffer.from(before + text + after).toString(encoding);
          expect(finderOf(text).isIn(`{"a":"${encoded}"}`)).toBe(true);
        },
      ),
    );
  });

  it('says where it stands in the text as it was given', () => {
    expect(finderOf('สมชาย').find('x=%E0%B8%AA%E0%B8%A1%E0%B8%8A%E0%B8%B2%E0%B8%A2&y')).toEqual([
      { start: 2, end: 47, value: 'สมชาย', label: '<สมชาย>' },
    ]);
  });

  it('takes the longest of several, and each of several that follow each other', () => {
    expect(finderOf('Somchai', 'Somchai Jaidee', 'Bangkok').find('Somchai Jaidee Bangkok')).toEqual([
      { start: 0, end: 14, value: 'Somchai Jaidee', label: '<Somchai Jaidee>' },
      { start: 15, end: 22, value: 'Bangkok', label: '<Bangkok>' },
    ]);
  });

  it('finds short words and numbers only where they stand apart', () => {
    const all = finderOf('Anna', 'Ng', '4821');
    expect(all.find('Annabel Wong 148213')).toEqual([]);
    expect(all.find('Anna, Ng: 4821').map(({ label }) => label)).toEqual(['<Anna>', '<Ng>', '<4821>']);
    expect(all.find('ng')).toEqual([]);
    expect(all.find('phoneOfAnna, annaPhone').map(({ start }) => start)).toEqual([7, 13]);
  });

  it('finds the beginning of a long value that is cut off', () => {
    const long = 'A quarter of a mile beyond the second bridge over the canal';
    expect(finderOf(long).find(`${long.slice(0, 45)}…`)).toEqual([
      { start: 0, end: 45, value: long, label: `<${long}>` },
    ]);
  });

  it('finds one of a hundred thousand values as fast as one of a hundred', () => {
    const text = 'nobody in particular, '.repeat(400);
    const [few, many] = [100, 100_000].map((count) => {
      const all = finderOf(...Array.from({ length: count }, (_, number) => `person number ${number}`));
      const find = () => all.find(`${text}person number ${count - 1}`);
      expect(find()).toHaveLength(1);
      return bestProcessorMs(find, 3);
    }) as [number, number];
    expect(many).toBeLessThan(50 * few);
  });
});
