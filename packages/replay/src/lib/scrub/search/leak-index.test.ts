import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LeakIndex, valueOf, type FoundValue } from './leak-index.ts';
import { LeakValues } from './leak-values.ts';

function indexOf(...texts: string[]): LeakIndex {
  const index = new LeakIndex();
  for (const text of texts) index.add(valueOf(text), { kind: 'text', isWide: false });
  return index;
}

describe('LeakIndex', () => {
  it('finds the words that a plain search finds', () => {
    const few = fc.stringMatching(/^[abX_]{4,30}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(few, { minLength: 1, maxLength: 6, selector: (text) => text.toLowerCase() }),
        fc.array(fc.oneof(few, fc.constantFrom(' ', 'é', '0', '"')), { maxLength: 12 }),
        (values, parts) => {
          const text = parts.join('');
          const expected = values.flatMap((value) => {
            const wanted = value.toLowerCase();
            const pattern = new RegExp(`(?<![a-z\\d_])${wanted}(?![a-z\\d_])`, 'g');
            return [...text.toLowerCase().matchAll(pattern)].map(() => wanted);
          });
          const plain = indexOf(...values)
            .find(text)
            .filter(({ form }) => form === 'plain')
            .map(({ text: word }) => word);
          expect(plain.toSorted()).toEqual(expected.toSorted());
        },
      ),
    );
  });

  it('finds a text beyond ASCII within another', () => {
    const value = 'สมชายใจดี';
    const found = indexOf(value).find(`"นาย${value}แล้ว", "${'ก'.repeat(300)}${value}"`);
    expect(found.map(({ text }) => text)).toEqual([valueOf(value), valueOf(value)]);
  });

  const value = 'Lucía Peña';
  const escapedAll = (text: string): string =>
    Array.from(text, (c) => String.raw`\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join('');
  const escapedBeyond = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/[^\0-\u007F]/g, (c) => escapedAll(c));
  it.each([
    ['plain', value],
    ['decomposed', value.normalize('NFD')],
    ['in capitals', value.toUpperCase()],
    ['in lower case', value.toLowerCase()],
    ['in lower case, capitals and decomposed', value.toUpperCase().normalize('NFD')],
    ['escaped beyond ASCII', escapedBeyond],
    ['escaped as a whole', escapedAll(value)],
    ['escaped in part', `L${escapedAll('u')}cía Pe${escapedAll('ñ')}a`],
    ['escaped in a text that is escaped', escapedBeyond.replaceAll('\\', '\\\\')],
    ['after a line break that is escaped', String.raw`so\n${value}`],
    ['percent-encoded', encodeURIComponent(value)],
    ['percent-encoded in lower case', encodeURIComponent(value).toLowerCase()],
    ['percent-encoded in part', encodeURI(value).replace('%20', ' ')],
    ['form-encoded', encodeURIComponent(value).replaceAll('%20', '+')],
    ['in hexadecimal digits', Buffer.from(value).toString('hex')],
    ['in hexadecimal capitals', Buffer.from(value).toString('hex').toUpperCase()],
    ['in hexadecimal digits after half of one', `f${Buffer.from(value).toString('hex')}`],
    ['in base64', Buffer.from(value).toString('base64')],
    ['in base64 after one byte', Buffer.from(`x${value} and more`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`xy${value} and more`).toString('base64url')],
    ['in base64 of capitals', Buffer.from(`of ${value.toUpperCase()}`).toString('base64url')],
    ['in base64 with its solidi escaped', Buffer.from(`???${value}???`).toString('base64').replaceAll('/', '\\/')],
    ['in base64 that is percent-encoded', encodeURIComponent(Buffer.from(`???${value}`).toString('base64'))],
  ])('finds a value %s', (_, text) => {
    expect(
      indexOf(value)
        .find(`{"a":"${text}","b":1}`)
        .map(({ text: found }) => found),
    ).toContain('lucía peña');
  });

  it('finds base64 and hexadecimal digits of any value at any place', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z][A-Za-z\d]{5,40}[A-Za-z]$/).filter((text) => new Set(text.toLowerCase()).size > 3),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 5 }),
        fc.constantFrom<BufferEncoding>('base64', 'base64url', 'hex'),
        (text, before, after, encoding) => {
          const encoded = Buffer.from(before + text + after).toString(encoding);
          const found = indexOf(text).find(`{"a":"${encoded}"}`);
          expect(found.some((each) => each.text === text.toLowerCase())).toBe(true);
        },
      ),
    );
  });

  it('finds base64 of a text beyond ASCII in capitals', () => {
    const encoded = Buffer.from('-ДМИТРИЙ СОКОЛОВ').toString('base64');
    expect(indexOf('Дмитрий Соколов').find(encoded)).toMatchObject([{ form: 'base64', text: 'дмитрий соколов' }]);
  });

  it('knows a long text by its first words, and a long token by its beginning', () => {
    const text = 'An article that goes on for so long that only its beginning is looked for anywhere';
    const token = 'k3v9'.repeat(40);
    const found = indexOf(text, token).find(`"${text}" "${token}"`);
    expect(new Set(found.map(({ text: known }) => known))).toEqual(
      new Set(['an article that goes on for so long that only', token.slice(0, 48)]),
    );
  });

  it('takes 200,000 values without a search for each', () => {
    const index = new LeakIndex();
    for (let at = 0; at < 200_000; at += 1) index.add(`value number ${at} of many`, { kind: 'text', isWide: false });
    expect(index.size).toBe(200_000);
    const text = `${'nothing of the kind '.repeat(5_000)}, value number 123456 of many`;
    expect(index.find(text).map((found: FoundValue) => found.text)).toEqual(['value number 123456 of many']);
  });
});

describe('LeakValues', () => {
  it('holds as many as fit, and says if there are more', () => {
    const originals = Array.from({ length: 100 }, (_, at) => `somebody number ${at + 1000}`);
    const nowhere = { offset: -1, length: 0 };
    const seen: string[] = [];
    let lots = 0;
    for (let values: LeakValues | undefined = new LeakValues({ lotChars: 200 }); values; values = values.next()) {
      for (const original of originals)
        values.add({ kind: 'text', path: ['extra', 'x'], original, ordinal: 1, from: nowhere, to: nowhere });
      seen.push(...values.index.values());
      lots += 1;
    }
    expect(seen).toEqual(originals);
    expect(lots).toBe(10);
  });

  it.each([
    ['Amelia Clarke', ['amelia clarke']],
    ['Mr.', []],
    ['name exact', []],
    ['aaaa', []],
    ['1234', []],
    ['12345', ['12345']],
    ['  (Amelia) ', ['amelia']],
    ['สมร', ['สมร']],
  ])('looks for what of %j can be told from chance', (original, expected) => {
    const values = new LeakValues();
    const nowhere = { offset: -1, length: 0 };
    values.add({ kind: 'text', path: ['extra', 'x'], original, ordinal: 1, from: nowhere, to: nowhere });
    expect([...values.index.values()]).toEqual(expected);
  });
});
