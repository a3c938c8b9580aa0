import { truncateSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readDocuments, type ReadDocument, type ReadOptions } from '../src/lib/cli/read-documents.ts';
import type { InputSource } from '../src/lib/input/input-source.ts';
import { screeningPayload } from './view/screening-payload.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-read-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function readAll(source: InputSource, options: Partial<ReadOptions> = {}): Promise<readonly ReadDocument[]> {
  const io = { stdin: Readable.from([]), signal: new AbortController().signal };
  const all: ReadDocument[] = [];
  for await (const read of readDocuments(source, { io, reveal: false, ...options })) all.push(read);
  return all;
}

describe('readDocuments()', () => {
  it('reads a file where it lies as it reads a stream, alone or as a line', async () => {
    const path = join(folder, 'screening.json');
    await writeFile(path, JSON.stringify(screeningPayload(4_000)));
    const file = { kind: 'file', name: 'screening.json', path, lines: false } as const;
    const asLine = { ...file, lines: true };
    const [one, line] = [await readAll(file), await readAll(asLine)];
    expect(one[0]?.document?.hits).toBe(4_000);
    expect(line).toEqual(one);
  });

  it('notices that a file shrinks while it is read where it lies', async () => {
    const path = join(folder, 'shrinking.json');
    await writeFile(path, `{"answers":"${'x'.repeat(60_000_000)}"}`);
    const [read] = await readAll(
      { kind: 'file', name: 'shrinking.json', path, lines: false },
      { reading: { open: () => {}, document: () => {}, update: () => truncateSync(path, 30_000_000) } },
    );
    expect(read?.failure).toMatch(
      /^Cannot read "shrinking\.json": it became shorter while it was read: it had 60000014 bytes, and now ends after \d+\.$/,
    );
    expect([read?.document?.complete, read?.problem?.code]).toEqual([false, 'unreadable']);
  });
});
