import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formsOf } from './leak-forms.ts';
import { PatternSearch } from './pattern-search.ts';

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function offsets(search: PatternSearch<number>, bytes: Buffer, sizes: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { offset, label } of search.search(chunked(bytes, sizes))) found.push(`${offset}:${label}`);
  return found.sort();
}

describe('PatternSearch', () => {
  it('finds what a plain search finds, however the bytes are cut', async () => {
    const few = fc.stringMatching(/^[abX_]{4,14}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(few, { minLength: 1, maxLength: 6, selector: (text) => text.toLowerCase() }),
        fc.array(fc.oneof(few, fc.constantFrom(' ', 'é', '0')), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (patterns, parts, sizes, isWord) => {
          const text = parts.join('');
          const bytes = Buffer.from(text);
          const lower = Buffer.from(text.toLowerCase()).toString('latin1');
          const search = new PatternSearch(
            patterns.map((pattern, label) => ({ bytes: Buffer.from(pattern.toLowerCase()), isWord, label })),
          );
          const expected: string[] = [];
          patterns.forEach((pattern, label) => {
            const wanted = pattern.toLowerCase();
            for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
              const around = `${lower[at - 1] ?? ''} ${lower[at + wanted.length] ?? ''}`;
              if (!isWord || !/[a-z\d_]/.test(around)) expected.push(`${at}:${label}`);
            }
          });
          expect(await offsets(search, bytes, sizes)).toEqual(expected.sort());
        },
      ),
    );
  });
});

describe('formsOf()', () => {
  const value = 'Lucía Peña';
  it.each([
    ['plain', value],
    ['decomposed', value.normalize('NFD')],
    ['capitals', value.toUpperCase()],
    ['lower case', value.toLowerCase()],
    [
      'escaped',
      JSON.stringify(value).replaceAll(
        /[^\0-\u007F]/g,
        (c) => String.raw`\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ],
    [
      'all escaped',
      Array.from(value, (c) => String.raw`\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(''),
    ],
    ['percent-encoded', encodeURIComponent(value)],
    ['form-encoded', encodeURIComponent(value).replaceAll('%20', '+')],
    ['hexadecimal', Buffer.from(value).toString('hex').toUpperCase()],
    ['base64', Buffer.from(value).toString('base64')],
    ['base64 after one byte', Buffer.from(`x${value} and more`).toString('base64')],
    ['base64 after two bytes', Buffer.from(`xy${value} and more`).toString('base64url')],
  ])('is found %s', async (_, text) => {
    const search = new PatternSearch(formsOf(value).map(({ bytes }, label) => ({ bytes, isWord: false, label })));
    expect(await offsets(search, Buffer.from(`{"a":"${text}"}`), [7])).not.toEqual([]);
  });
});
