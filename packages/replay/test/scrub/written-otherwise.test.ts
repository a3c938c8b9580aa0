import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scrubbed } from './scrubbed.ts';

/** Each letter as another, so many code points away. */
function moved(text: string, by: number): string {
  return Array.from(text, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + by)).join('');
}

/** Ways to write a name, alone and together with words that fields are named with. */
const write = fc.constantFrom<((name: string) => string)[]>(
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => moved(name, 0xff21 - 0x41),
  (name) => moved(name.toLowerCase(), 0x24d0 - 0x61),
  (name) => `phoneOf${name}`,
  (name) => `${name.toLowerCase()}Phone`,
  (name) => `x_${name}2`,
  (name) => name.toUpperCase() + name.toUpperCase(),
);
const name = fc.stringMatching(/^Qx[a-z]{4,7}$/);
/** Telephone numbers and dates in twos. */
const twos = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 3, maxLength: 5 }),
    fc.constantFrom(' ', '-', '.', '/', '_'),
  )
  .map(([pairs, between]) => pairs.map((pair) => String(pair).padStart(2, '0')).join(between));

describe('a scrubbed delivery', () => {
  it('holds neither names nor numbers, however they are written, in keys and where words of closed lists stay', async () => {
    const word = fc.constantFrom('phone', 'dob', 'level', 'status');
    await fc.assert(
      fc.asyncProperty(name, name, write, twos, word, async (first, last, way, number, field) => {
        const text = way(last);
        const hit = {
          tags: [number, `${field} ${number}`, text],
          status: number,
          [`${field}_${number}`]: 1,
          [text]: text,
        };
        const body = {
          answers: {
            full_name_first_name: { value: first },
            full_name_last_name: { value: last },
            other: { value: text },
          },
          extra: { identity_aml: { a: [{ output: { a: [{ output: { content: { data: { hits: [hit] } } } }] } }] } },
        };
        const made = await scrubbed(JSON.stringify(body));
        const plain = made.normalize('NFKD').toLowerCase();
        expect(plain).not.toContain(last.toLowerCase());
        expect(plain).not.toContain(number);
      }),
      { numRuns: 200 },
    );
  });
});
