import { zstdCompressSync } from 'node:zlib';

import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

import { readHit, type ExportedHit, type HitSink } from './exported-hit.ts';
import { OutputFile } from './output-file.ts';

/** Rows are kept until they are this many, or this large together; then they are written as one row group. */
const GROUP_ROWS = 20_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** A larger hit is not kept in memory: its row has no `hit`. Most readers take no larger value anyway. */
const MAX_HIT_BYTES = 128 * 1024 * 1024;

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const required = { repetition_type: 'REQUIRED' } as const;
const optional = { repetition_type: 'OPTIONAL' } as const;

const COLUMNS: readonly {
  readonly name: string;
  readonly element: Omit<SchemaElement, 'name'>;
  readonly valueOf: (hit: ExportedHit) => unknown;
}[] = [
  { name: 'source', element: { ...text, ...required }, valueOf: ({ source }) => source },
  { name: 'document', element: { type: 'INT32', ...required }, valueOf: ({ document }) => document },
  { name: 'provider', element: { ...text, ...required }, valueOf: ({ provider }) => provider },
  { name: 'run', element: { type: 'INT32', ...required }, valueOf: ({ run }) => run },
  { name: 'entry', element: { type: 'INT32', ...required }, valueOf: ({ entry }) => entry },
  { name: 'index', element: { type: 'INT32', ...required }, valueOf: ({ index }) => index },
  { name: 'offset', element: { type: 'INT64', ...required }, valueOf: ({ offset }) => BigInt(offset) },
  { name: 'bytes', element: { type: 'INT64', ...required }, valueOf: ({ bytes }) => BigInt(bytes) },
  { name: 'label', element: { ...text, ...optional }, valueOf: ({ label }) => label },
  {
    name: 'hit',
    element: { ...text, ...optional },
    valueOf: (hit) => (hit.bytes > MAX_HIT_BYTES ? undefined : readHit(hit)),
  },
];

/**
 * Writes hits as Parquet, a row each: where the hit is, its size, its label, and the hit itself as JSON text in the bytes that
 * were received. Memory holds one row group. The columns are packed with zstd.
 *
 * @see docs/formats.md, "Exported hits"
 */
export class ParquetHits implements HitSink {
  readonly #file: OutputFile;
  readonly #writer: FileWriter;
  readonly #parquet: ParquetWriter;
  #values: unknown[][] = COLUMNS.map(() => []);
  #rows = 0;
  #rowBytes = 0;

  constructor(path: string) {
    this.#file = new OutputFile(path);
    this.#writer = new FileWriter(this.#file);
    this.#parquet = new ParquetWriter({
      writer: this.#writer,
      schema: [
        { name: 'hits', num_children: COLUMNS.length },
        ...COLUMNS.map(({ name, element }) => ({ name, ...element })),
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      // The largest and smallest label or hit would stand in the footer for all to see.
      statistics: false,
      createdBy: 'idv-analyze',
    });
  }

  add(hit: ExportedHit): void {
    for (const [at, { valueOf }] of COLUMNS.entries()) this.#values[at]?.push(valueOf(hit));
    this.#rows += 1;
    this.#rowBytes += hit.bytes > MAX_HIT_BYTES ? 0 : hit.bytes;
    if (this.#rowBytes >= GROUP_BYTES || this.#rows >= GROUP_ROWS) this.#writeGroup();
  }

  commit(): void {
    this.#writeGroup();
    void this.#parquet.finish();
    this.#writer.toFile();
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }

  #writeGroup(): void {
    if (this.#rows === 0) return;
    void this.#parquet.write({
      columnData: COLUMNS.map(({ name }, at) => ({
        name,
        data: this.#values[at] ?? [],
        offsetIndex: false,
        // Hits differ: to look for repetitions among them costs time and finds none.
        ...(name === 'hit' && { encoding: 'PLAIN' }),
      })),
      rowGroupSize: this.#rows,
    });
    this.#writer.toFile();
    this.#values = COLUMNS.map(() => []);
    this.#rows = 0;
    this.#rowBytes = 0;
  }
}

/** Collects what the library writes, and hands it on between row groups. */
class FileWriter extends ByteWriter {
  readonly #file: OutputFile;

  constructor(file: OutputFile) {
    super(64 * 1024);
    this.#file = file;
  }

  toFile(): void {
    this.#file.write(this.getBytes());
    this.index = 0;
  }
}
