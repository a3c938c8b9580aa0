import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { HitSink } from '../../src/lib/export/exported-hit.ts';
import { HitExport } from '../../src/lib/export/hit-export.ts';
import { NdjsonHits } from '../../src/lib/export/ndjson-hits.ts';
import { ParquetHits } from '../../src/lib/export/parquet-hits.ts';
import { RecentBytes } from '../../src/lib/export/recent-bytes.ts';
import { scan } from '../../src/lib/scan/wasm/scan.ts';
import { DEFAULT_HIT_PROFILE } from '../../src/lib/summarize/hit-profile.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-export-'));
});

afterAll(() => rm(folder, { recursive: true }));

const hitsOf = (...hits: unknown[]): unknown => ({ output: { content: { data: { hits } } } });

const document = {
  extra: {
    identity_aml: {
      north: [
        { output: { north: [hitsOf({ doc: { name: 'Erika "M"\n' }, aka: [1, 2] }, { doc: {} }), hitsOf()] } },
        { output: { north: [hitsOf({ doc: { name: 'สมชาย' } })] } },
      ],
      south: [{ output: { south: [hitsOf(7, 'seven', { doc: { name: 'Erika "M"\n' } })], other: [hitsOf({})] } }],
    },
  },
};
const hits = document.extra.identity_aml;
const entries = [
  ...hits.north.flatMap(({ output }) => output.north),
  ...hits.south.flatMap(({ output }) => output.south),
];
const expectedHits = (entries as { output: { content: { data: { hits: unknown[] } } } }[]).flatMap(
  ({ output }) => output.content.data.hits,
);

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

async function exportTo(sinks: readonly HitSink[], text: string, chunkBytes = 7): Promise<void> {
  const bytes = new RecentBytes();
  const handler = new HitExport(sinks, { source: 'a.json', document: 3, offset: 1_000, bytes });
  await scan(bytes.keep(cut(text, chunkBytes)), handler, { measures: { 'doc.name': ['label'] } });
}

async function exportAndCommit(sinks: readonly HitSink[], text: string, chunkBytes?: number): Promise<void> {
  await exportTo(sinks, text, chunkBytes);
  for (const sink of sinks) sink.commit();
}

interface Line {
  readonly provider: string;
  readonly run: number;
  readonly entry: number;
  readonly hit_index: number;
  readonly start_byte: number;
  readonly bytes: number;
  readonly label: string | null;
  readonly hit_json: unknown;
}

describe('exported hits', () => {
  it('are lines of NDJSON that say where each is', async () => {
    const path = join(folder, 'hits.ndjson');
    const text = JSON.stringify(document, null, 2);
    await exportAndCommit([new NdjsonHits(path)], text);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Line);
    expect(rows.map(({ hit_json }) => hit_json)).toEqual(expectedHits);
    expect(rows.map(({ provider, run, entry, hit_index, label }) => [provider, run, entry, hit_index, label])).toEqual([
      ['north', 0, 0, 0, 'Erika "M"\n'],
      ['north', 0, 0, 1, null],
      ['north', 1, 0, 0, 'สมชาย'],
      ['south', 0, 0, 0, null],
      ['south', 0, 0, 1, null],
      ['south', 0, 0, 2, 'Erika "M"\n'],
    ]);
    const bytes = Buffer.from(text);
    for (const { start_byte: offset, bytes: size, hit_json: hit } of rows) {
      expect(JSON.parse(bytes.subarray(offset - 1_000, offset - 1_000 + size).toString())).toEqual(hit);
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('are rows that DuckDB reads, from Parquet as from NDJSON', async () => {
    const many = Array.from({ length: 30_000 }, (_, id) => ({ id, doc: { name: `Name ${id % 100}` } }));
    const text = JSON.stringify({ extra: { identity_aml: { p: [{ output: { p: [hitsOf(...many)] } }] } } });
    const [parquet, ndjson] = [join(folder, 'many.parquet'), join(folder, 'many.ndjson')];
    await exportAndCommit([new ParquetHits(parquet, DEFAULT_HIT_PROFILE), new NdjsonHits(ndjson)], text, 65_536);
    const database = await DuckDBInstance.create(':memory:');
    const connection = await database.connect();
    const ask = async (question: string): Promise<unknown> => (await connection.runAndReadAll(question)).getRowsJson();
    const summed = (from: string, id: string): string =>
      `select count(*), sum(${id})::bigint, count(distinct label), min(start_byte), sum(bytes)::bigint, any_value(source) from '${from}'`;
    const fromParquet = await ask(summed(parquet, `(hit_json->>'$.id')::bigint`));
    expect(fromParquet).toEqual(await ask(summed(ndjson, 'hit_json.id')));
    expect(fromParquet).toMatchObject([['30000', '449985000', '100', expect.anything(), expect.anything(), 'a.json']]);
    expect(await ask(`select hit_index, label, hit_json from '${parquet}' where hit_index = 29999`)).toEqual([
      [29_999, 'Name 99', '{"id":29999,"doc":{"name":"Name 99"}}'],
    ]);
    connection.closeSync();
    database.closeSync();
    expect((await stat(parquet)).mode & 0o777).toBe(0o600);
  });

  it('are a file of no rows where there are none', async () => {
    const path = join(folder, 'none.parquet');
    await exportAndCommit([new ParquetHits(path, DEFAULT_HIT_PROFILE)], '{}');
    const database = await DuckDBInstance.create(':memory:');
    const connection = await database.connect();
    expect((await connection.runAndReadAll(`select count(*) from '${path}'`)).getRowsJson()).toEqual([['0']]);
    connection.closeSync();
    database.closeSync();
  });

  it('leave nothing behind where they are given up', async () => {
    const inner = await mkdtemp(join(folder, 'discarded-'));
    const sinks = [new NdjsonHits(join(inner, 'a')), new ParquetHits(join(inner, 'b'), DEFAULT_HIT_PROFILE)];
    await exportTo(sinks, JSON.stringify(document));
    for (const sink of sinks) sink.discard();
    expect(await readdir(inner)).toEqual([]);
  });

  it('end with a message where the disk is full', async () => {
    const text = JSON.stringify(document);
    for (const sink of [new NdjsonHits('/dev/full'), new ParquetHits('/dev/full', DEFAULT_HIT_PROFILE)]) {
      await exportTo([sink], text);
      expect(() => sink.commit()).toThrow('Cannot write "/dev/full": the disk is full.');
    }
  });
});

describe('RecentBytes', () => {
  it('gives back what was not forgotten, from memory and from a file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat({ max: 60 }), { maxLength: 20 }),
        (chunks, maxBytes, steps) => {
          const recent = new RecentBytes(maxBytes);
          const all = Buffer.concat(chunks);
          let end = 0;
          let from = 0;
          for (const [index, chunk] of chunks.entries()) {
            recent.add(chunk);
            end += chunk.length;
            from = Math.min(end, from + (steps[index] ?? 0));
            recent.forgetBefore(from);
            expect(Buffer.concat([...recent.read(from, end - from)]).equals(all.subarray(from, end))).toBe(true);
          }
          recent.close();
        },
      ),
    );
  });
});
