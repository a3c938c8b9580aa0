import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { JsonError, readHits, summarize, summarizeFile, type PayloadInput } from '../src/index.ts';
import { entryOf, hitOf, payloadOf, runOf } from './screening-payload.ts';

const hits = [hitOf('A', 0.9), hitOf('B', 0.5, { doc: { name: '𝒳𝒴 นาม' } }), hitOf('C', 1)];
const text = JSON.stringify(
  payloadOf({
    p: [runOf('p', [entryOf(hits.slice(0, 2)), entryOf([], { record: { blacklist_hits: [7] } })])],
    q: [runOf('q', [entryOf(hits.slice(2))])],
  }),
);
const bytes = new TextEncoder().encode(text);

async function* streamOf<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function numbersOf(input: PayloadInput): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { number } of readHits(input)) numbers.push(number);
  return numbers;
}

describe('summarize()', () => {
  it.each<[what: string, input: () => PayloadInput]>([
    ['a buffer', () => Buffer.from(bytes)],
    ['a string', () => text],
    ['a stream of bytes', () => streamOf(bytes.subarray(0, 100), bytes.subarray(100))],
    ['a stream of strings', () => streamOf(text.slice(0, 100), text.slice(100))],
  ])('takes %s', async (_, input) => {
    expect(await summarize(input())).toEqual(await summarize([bytes]));
  });

  it('gives a summary that other readers of JSON can read, however deep the payload is', async () => {
    const deep = `{"event":{"type":"submit_form"},"extra":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`;
    const summary = JSON.stringify(await summarize(deep));
    const depths = [...summary.matchAll(/[{[]|[}\]]/g)].reduce<number[]>(
      (found, [bracket]) => [...found, (found.at(-1) ?? 0) + (/[{[]/.test(bracket) ? 1 : -1)],
      [],
    );
    expect(Math.max(...depths)).toBeLessThan(64);
    expect(summary.length).toBeLessThan(4_000);
  });

  it('takes strings that are cut anywhere, within a character too', async () => {
    const whole = await summarize([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), async (at) => {
        expect(await summarize(streamOf(text.slice(0, at), text.slice(at)))).toEqual(whole);
      }),
      { numRuns: 40, examples: [[text.indexOf('𝒳') + 1]] },
    );
  });

  it('skips a byte order mark, however it is cut', async () => {
    const marked = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]);
    const { documents, ...summary } = await summarize(marked);
    expect([summary.complete, summary.bytes, documents[0]?.offset]).toEqual([true, bytes.length + 3, 3]);
    for (const at of [1, 2, 3]) {
      expect(await summarize([marked.subarray(0, at), marked.subarray(at)])).toEqual({ ...summary, documents });
    }
  });
});

describe('summarizeFile()', () => {
  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('unpacks %s', async (_, pack) => {
    const folder = await mkdtemp(join(tmpdir(), 'idvkit-library-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'a.json'), pack(bytes));
    expect(await summarizeFile(join(folder, 'a.json'))).toEqual(await summarize(bytes));
  });
});

describe('readHits()', () => {
  it('gives each hit with its place', async () => {
    const found: unknown[] = [];
    for await (const { value, provider, run, entry, list, number, index, offset, bytes: size } of readHits(bytes)) {
      expect(
        JSON.parse(
          Buffer.from(bytes)
            .subarray(offset, offset + size)
            .toString(),
        ),
      ).toEqual(value);
      found.push([provider, run, entry, list, number, index, value]);
    }
    expect(found).toEqual([
      ['p', 0, 0, 'hits', 0, 0, hits[0]],
      ['p', 0, 0, 'hits', 1, 1, hits[1]],
      ['p', 0, 1, 'blacklist_hits', 2, 0, 7],
      ['q', 0, 0, 'hits', 3, 0, hits[2]],
    ]);
  });

  it('gives the hits before the place where a payload breaks off', async () => {
    const cut = text.slice(0, text.indexOf('"C"'));
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { number } of readHits(cut)) seen.push(number);
    })();
    await expect(reading).rejects.toThrow(JsonError);
    await expect(reading).rejects.toMatchObject({ code: 'cut-off' });
    expect(seen).toEqual([0, 1, 2]);
  });

  it('reads many hits from a stream, and stops when its reader does', async () => {
    const many = JSON.stringify(
      payloadOf({ p: [runOf('p', [entryOf(Array.from({ length: 20_000 }, (_, id) => hitOf(id, 1)))])] }),
    );
    expect(await numbersOf(streamOf(many))).toEqual(Array.from({ length: 20_000 }, (_, number) => number));
    for await (const { number } of readHits(many)) if (number === 3) break;
    expect(await numbersOf(text)).toEqual([0, 1, 2, 3]);
  });
});
