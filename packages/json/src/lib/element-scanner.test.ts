import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ElementScanner } from './element-scanner.ts';

describe('ElementScanner', () => {
  it('gives the same entries whatever the chunks', () => {
    const text = `\uFEFF { "log" : {"entries" : [ {"a":"\\"]}\\u00e9é😀"} , {"b":[{},[1]]}\n,{}], "pages":[{"entries":[{}]}]}} `;
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
        const entries: unknown[] = [];
        const scanner = new ElementScanner({
          path: ['log', 'entries'],
          maxStringBytes: 100,
          maxBytes: 1000,
          onElement: (found) => entries.push(JSON.parse(found.text ?? '')),
        });
        let from = 0;
        for (let turn = 0; from < bytes.byteLength; turn += 1) {
          const until = from + (sizes[turn % sizes.length] ?? 1);
          scanner.write(bytes.subarray(from, until));
          from = until;
        }
        expect(entries).toEqual([{ a: '"]}éé😀' }, { b: [{}, [1]] }, {}]);
        expect(JSON.parse(scanner.end())).toEqual({ log: { entries: [], pages: [{ entries: [{}] }] } });
      }),
    );
  });

  it('cuts long texts off where that leaves JSON, and drops entries that are too large', () => {
    const limits = { path: ['log', 'entries'], maxStringBytes: 5, maxBytes: 60 };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (long) => {
        const texts: (string | undefined)[] = [];
        const scanner = new ElementScanner({ ...limits, onElement: ({ text }) => texts.push(text) });
        const numbers = Array.from({ length: 50 }, () => 1);
        scanner.write(new TextEncoder().encode(JSON.stringify({ log: { entries: [{ long, next: 1 }, numbers] } })));
        expect(JSON.parse(texts[0] ?? '')).toMatchObject({ next: 1 });
        expect(texts).toEqual([expect.any(String), undefined]);
      }),
    );
  });
});
