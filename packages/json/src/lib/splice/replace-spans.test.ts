import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { growthOf, replaceSpans, replaceSpansIn, type SpanEdit } from './replace-spans.ts';

const text = (value: string): Uint8Array => Buffer.from(value);

async function replaced(chunks: readonly string[], edits: readonly SpanEdit[]): Promise<string> {
  const body = (async function* () {
    for (const chunk of chunks) yield text(chunk);
  })();
  const parts: Uint8Array[] = [];
  for await (const part of replaceSpans(body, edits)) parts.push(part);
  expect(parts).not.toContainEqual(text(''));
  return Buffer.concat(parts).toString();
}

/** Edits in order, without overlap, of a body of 20 bytes. */
const edits = fc
  .uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 6 })
  .map((places) => places.toSorted((one, other) => one - other))
  .chain((places) =>
    fc.tuple(...Array.from({ length: Math.floor(places.length / 2) }, () => fc.string({ maxLength: 4 }))).map((words) =>
      words.map((word, index) => ({
        start: places[index * 2] ?? 0,
        end: places[index * 2 + 1] ?? 0,
        bytes: text(word),
      })),
    ),
  );

describe('replaceSpans()', () => {
  it('replaces, inserts and removes, across the borders of chunks', async () => {
    const changes = [
      { start: 0, end: 0, bytes: text('<') },
      { start: 2, end: 5, bytes: text('xy') },
      { start: 7, end: 8, bytes: text('') },
      { start: 9, end: 9, bytes: text('>') },
    ];

    expect(await replaced(['abc', 'def', 'ghi'], changes)).toBe('<abxyfgi>');
    expect(growthOf(changes)).toBe(0);
  });

  it('gives the same however the body is cut, and grows as it says', async () => {
    const body = 'abcdefghijklmnopqrst';

    await fc.assert(
      fc.asyncProperty(edits, fc.array(fc.integer({ min: 0, max: 20 })), async (changes, cuts) => {
        const borders = [0, ...cuts.toSorted((one, other) => one - other), 20];
        const chunks = borders.slice(1).map((end, index) => body.slice(borders[index], end));
        const whole = Buffer.from(replaceSpansIn(text(body), changes)).toString();

        expect(await replaced(chunks, changes)).toBe(whole);
        expect(Buffer.byteLength(whole)).toBe(body.length + growthOf(changes));
      }),
    );
  });
});
