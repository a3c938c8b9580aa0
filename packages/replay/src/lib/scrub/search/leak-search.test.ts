import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ReplacedValue } from '../replaced.ts';
import { judgeBytes } from './byte-values.ts';
import { LeakBook } from './leak-book.ts';
import { LeakSearch, type FoundValue } from './leak-search.ts';
import { LeakValues } from './leak-values.ts';
import { isSearchable, isStrong } from './telling.ts';

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function foundIn(book: LeakBook, bytes: Buffer, sizes: readonly number[]): Promise<FoundValue[]> {
  const found: FoundValue[] = [];
  for await (const each of new LeakSearch(book).search(chunked(bytes, sizes))) found.push(each);
  return found;
}

function replacedOf(original: string): ReplacedValue {
  const replaced = new ReplacedValue();
  replaced.path = ['extra', 'x'];
  replaced.source = Buffer.from(JSON.stringify(original));
  replaced.end = replaced.source.length;
  replaced.isText = true;
  return replaced;
}

function bookOf(...texts: string[]): LeakBook {
  const values = new LeakValues();
  for (const original of texts) values.add(replacedOf(original));
  return values.book;
}

const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });

describe('LeakSearch', () => {
  it('finds the words that a plain search finds, however the bytes are cut', async () => {
    const few = fc.stringMatching(/^[abX_]{4,30}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(few, { minLength: 1, maxLength: 6, selector: (text) => text.toLowerCase() }),
        fc.array(fc.oneof(few, fc.constantFrom(' ', 'é', '0', '"')), { maxLength: 12 }),
        sizes,
        async (values, parts, cuts) => {
          const text = parts.join('');
          const bytes = Buffer.from(text);
          const lower = Buffer.from(text.toLowerCase()).toString('latin1');
          const book = new LeakBook();
          for (const value of values) book.add(Buffer.from(value), { kind: 'text', isWide: false });
          const expected = values.flatMap((value) => {
            const wanted = value.toLowerCase();
            return [...lower.matchAll(new RegExp(`(?<![a-z\\d_])${wanted}(?![a-z\\d_])`, 'g'))].map(
              ({ index }) => `${index} ${wanted}`,
            );
          });
          const found = await foundIn(book, bytes, cuts);
          const plain = found
            .filter(({ form }) => form === 'plain')
            .map(({ offset, text: word }) => `${offset} ${word}`);
          expect(plain.toSorted()).toEqual(expected.toSorted());
        },
      ),
    );
  });

  it('finds a text beyond ASCII within another, wherever it is cut', async () => {
    const value = 'สมชายใจดี';
    const text = Buffer.from(`"นาย${value}แล้ว", "${'ก'.repeat(300)}${value}"`);
    await fc.assert(
      fc.asyncProperty(sizes, async (cuts) => {
        const found = await foundIn(bookOf(value), text, cuts);
        expect(found.map(({ offset, length }) => text.toString('utf8', offset, offset + length))).toEqual([
          value,
          value,
        ]);
      }),
    );
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
  ])('finds a value %s', async (_, text) => {
    const body = Buffer.from(`{"a":"${text}","b":1}`);
    for (const size of [1, 7, 4096]) {
      const found = await foundIn(bookOf(value), body, [size]);
      expect(found.length).toBeGreaterThan(0);
      for (const { offset, length } of found) {
        // It is told where it stands, so that what stood there can be looked at.
        expect([offset >= 6, offset + length <= body.length - 8]).toEqual([true, true]);
      }
    }
  });

  it('finds base64 and hexadecimal digits of any value at any place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Za-z][A-Za-z\d]{5,40}[A-Za-z]$/).filter((text) => new Set(text.toLowerCase()).size > 3),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 5 }),
        fc.constantFrom('base64', 'base64url', 'hex'),
        sizes,
        async (text, before, after, encoding, cuts) => {
          const bytes = Buffer.from(
            `{"a":"${Buffer.from(before + text + after).toString(encoding as BufferEncoding)}"}`,
          );
          const found = await foundIn(bookOf(text), bytes, cuts);
          expect(found.some((each) => each.text === text.toLowerCase())).toBe(true);
        },
      ),
    );
  });

  it('knows a long text by some of its words, and a long token by its end', async () => {
    const text = 'An article that goes on for so long that only its beginning is looked for anywhere';
    const token = 'k3v9'.repeat(40);
    const book = bookOf(text, token);
    const found = await foundIn(book, Buffer.from(`"${text}" "${token}"`), [50]);
    expect(found.map(({ text: known }) => known)).toEqual([
      'an article that goes on for so long that only',
      token.slice(-48),
    ]);
  });

  it('takes 200,000 values without a search for each', async () => {
    const book = new LeakBook();
    for (let at = 0; at < 200_000; at += 1)
      book.add(Buffer.from(`value number ${at} of many`), { kind: 'text', isWide: false });
    expect(book.size).toBe(200_000);
    const text = Buffer.from(`${'nothing of the kind '.repeat(5_000)}, value number 123456 of many`);
    expect((await foundIn(book, text, [65_536])).map((found) => found.text)).toEqual(['value number 123456 of many']);
  });
});

describe('LeakValues', () => {
  it('holds as many as fit, and tells of the rest', () => {
    const originals = Array.from({ length: 100 }, (_, at) => `somebody number ${at + 1000}`);
    const seen: string[] = [];
    let lots = 0;
    for (let values: LeakValues | undefined = new LeakValues({ lotBytes: 200 }); values; values = values.next()) {
      for (const original of originals) values.add(replacedOf(original));
      for (let value = 0; value < values.book.size; value += 1) seen.push(values.book.textOf(value));
      lots += 1;
    }
    expect(seen).toEqual(originals);
    expect(lots).toBe(10);
  });
});

describe('judgeBytes()', () => {
  it('judges a text of ASCII as the text is judged', () => {
    const word = fc.constantFrom(
      'name',
      'exact',
      'match',
      'Amelia',
      'Mr.',
      'mr',
      '12',
      '123456',
      'aaaa',
      'x',
      '@',
      '-',
      '  ',
      '_',
    );
    const texts = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(
        texts.filter((text) => JSON.stringify(text).slice(1, -1) === text),
        (text) => {
          const judged = { from: 0, to: 0, isSearchable: false, isStrong: false };
          const bytes = Buffer.from(`"${text}"`);
          expect(judgeBytes(bytes, 1, bytes.length - 1, judged)).toBe(true);
          const beginning = text.trim().slice(0, 48);
          expect(bytes.toString('latin1', judged.from, judged.to)).toBe(text.trim());
          expect([judged.isSearchable, judged.isStrong]).toEqual([isSearchable(beginning), isStrong(beginning)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
