import { zstdCompressSync } from 'node:zlib';

import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

import type { ExportedHit, HitSink } from './exported-hit.ts';
import { OutputFile } from './output-file.ts';

/** Rows are kept until they are this many, or this large together; then they are written as one row group. */
const GROUP_ROWS = 20_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** A larger hit is not kept in memory: its row has no `hit`. Most readers take no larger value anyway. */
const MAX_HIT_BYTES = 128 * 1024 * 1024;

type Column = { readonly name: string; readonly element: Omit<SchemaElement, 'name'>; readonly data: unknown[] };

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const required = { repetition_type: 'REQUIRED' } as const;
const optional = { repetition_type: 'OPTIONAL' } as const;

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
  #rows = newRows();
  #rowBytes = 0;

  constructor(path: string) {
    this.#file = new OutputFile(path);
    this.#writer = new FileWriter(this.#file);
    this.#parquet = new ParquetWriter({
      writer: this.#writer,
      schema: [
        { name: 'hits', num_children: this.#rows.length },
        ...this.#rows.map(({ name, element }) => ({ name, ...element })),
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      // The largest and smallest label or hit would stand in the footer for all to see.
      statistics: false,
      createdBy: 'idv-analyze',
    });
  }

  add({ source, document, provider, run, entry, index, offset, bytes, label, parts }: ExportedHit): void {
    const hit = bytes > MAX_HIT_BYTES ? undefined : Buffer.concat([...parts()].map((part) => part.slice()));
    const row = [source, document, provider, run, entry, index, BigInt(offset), BigInt(bytes), label, hit];
    for (const [column, value] of row.entries()) this.#rows[column]?.data.push(value);
    this.#rowBytes += hit?.length ?? 0;
    if (this.#rowBytes >= GROUP_BYTES || (this.#rows[0]?.data.length ?? 0) >= GROUP_ROWS) this.#writeGroup();
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
    const rows = this.#rows[0]?.data.length ?? 0;
    if (rows === 0) return;
    void this.#parquet.write({
      columnData: this.#rows.map(({ name, data }) => ({
        name,
        data,
        offsetIndex: false,
        // Hits differ: to look for repetitions among them costs time and finds none.
        ...(name === 'hit' && { encoding: 'PLAIN' }),
      })),
      rowGroupSize: rows,
    });
    this.#writer.toFile();
    this.#rows = newRows();
    this.#rowBytes = 0;
  }
}

function newRows(): readonly Column[] {
  const column = (name: string, element: Column['element']): Column => ({ name, element, data: [] });
  return [
    column('source', { ...text, ...required }),
    column('document', { type: 'INT32', ...required }),
    column('provider', { ...text, ...required }),
    column('run', { type: 'INT32', ...required }),
    column('entry', { type: 'INT32', ...required }),
    column('index', { type: 'INT32', ...required }),
    column('offset', { type: 'INT64', ...required }),
    column('bytes', { type: 'INT64', ...required }),
    column('label', { ...text, ...optional }),
    column('hit', { ...text, ...optional }),
  ];
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
