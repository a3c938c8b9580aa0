import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { gather } from '../../src/lib/input/gather.ts';
import type { InputSource } from '../../src/lib/input/input-source.ts';
import { cutLines, readLines } from '../../src/lib/input/line-ranges.ts';
import { splitLines } from '../../src/lib/input/split-lines.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-lines-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function source(text: string | Uint8Array): Promise<InputSource & { readonly kind: 'file' }> {
  const path = join(folder, 'a.ndjson');
  await writeFile(path, text);
  return { kind: 'file', name: 'a.ndjson', path, lines: true };
}

async function textsOf(documents: ReturnType<typeof splitLines>): Promise<[number, number, string][]> {
  const texts: [number, number, string][] = [];
  for await (const { line, offset, stream } of documents) {
    texts.push([line, offset, Buffer.concat(await gather(stream)).toString()]);
  }
  return texts;
}

const { signal } = new AbortController();

describe('cutLines()', () => {
  it('cuts a file into ranges that hold the same documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('', ' ', '{}', '[1,2,3]', '"long text é"'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (lines, size) => {
          const text = lines.join('\n');
          const file = await source(text);
          const ranges = [...cutLines(file, size)];
          const found = await Promise.all(
            ranges.map((range) => textsOf(splitLines(readLines(file, range, signal), range))),
          );
          async function* whole(): AsyncGenerator<Uint8Array> {
            yield Buffer.from(text);
          }
          expect(found.flat()).toEqual(await textsOf(splitLines(whole())));
          expect(ranges.slice(0, -1).every(({ start, end }) => end - start >= size)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves packed and missing files to those who open them', async () => {
    expect([...cutLines(await source(Uint8Array.of(0x1f, 0x8b, 8, 0)))]).toEqual([]);
    expect([...cutLines({ kind: 'file', name: 'none', path: join(folder, 'none'), lines: true })]).toEqual([]);
  });
});

describe('readLines()', () => {
  it('notices that a file shrank', async () => {
    const file = await source('{}\n{}\n');
    const [range] = cutLines(file);
    await truncate(file.path, 3);
    if (range === undefined) throw new Error('There is a range');
    await expect(gather(readLines(file, range, signal))).rejects.toThrow(
      'Cannot read "a.ndjson": it became shorter while it was read: it had at least 6 bytes, and now ends after 3',
    );
  });
});
