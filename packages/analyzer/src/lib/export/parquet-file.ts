import { zstdCompressSync } from 'node:zlib';

import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';

import { OutputFile } from './output-file.ts';

/** Rows are kept until they are this many, or this large together; then they are written as one row group. */
const GROUP_ROWS = 20_000;
const GROUP_BYTES = 8 * 1024 * 1024;

/** Type of a column. Values of `texts` are arrays of texts, those of `time` are dates. */
type ColumnType = 'text' | 'texts' | 'json' | 'integer' | 'long' | 'number' | 'flag' | 'time';

/** A column of a table. A value that is `undefined` becomes null. */
export interface ParquetColumn<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly valueOf: (row: Row) => unknown;
  /** True if its smallest and largest values must not be in the footer: they are personal. */
  readonly isPersonal?: boolean;
}

/**
 * Writes a table as Parquet, packed with zstd, with the smallest and largest value of each column of a row group. Memory
 * holds one row group.
 */
export class ParquetFile<Row> {
  readonly #file: OutputFile;
  readonly #writer: FileWriter;
  readonly #parquet: ParquetWriter;
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #schema: SchemaElement[];
  #values: unknown[][];
  #rows = 0;
  #rowBytes = 0;

  /** @param metadata Texts by key, for readers of the file's metadata. */
  constructor(path: string, columns: readonly ParquetColumn<Row>[], metadata: Readonly<Record<string, string>> = {}) {
    this.#columns = columns;
    this.#values = columns.map(() => []);
    this.#file = new OutputFile(path);
    this.#writer = new FileWriter(this.#file);
    this.#schema = [
      { name: 'rows', num_children: columns.length },
      ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
    ];
    this.#parquet = new ParquetWriter({
      writer: this.#writer,
      schema: this.#schema,
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'idvkit analyze',
    });
  }

  /** Adds a row. @param bytes Memory that its values take, if it is much. */
  add(row: Row, bytes = 0): void {
    for (const [at, { valueOf }] of this.#columns.entries()) this.#values[at]?.push(valueOf(row));
    this.#rows += 1;
    this.#rowBytes += bytes;
    if (this.#rowBytes >= GROUP_BYTES || this.#rows >= GROUP_ROWS) this.#writeGroup();
  }

  commit(): void {
    this.#writeGroup();
    // Readers want the converted type; with it, the library would write each value anew, as a text within JSON.
    for (const element of this.#schema) if (element.logical_type?.type === 'JSON') element.converted_type = 'JSON';
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
      columnData: this.#columns.map(({ name, type, isPersonal = false }, at) => ({
        name,
        data: this.#values[at] ?? [],
        offsetIndex: false,
        statistics: !isPersonal,
        // Hits differ: to look for repetitions among them costs time and finds none.
        ...(type === 'json' && { encoding: 'PLAIN' }),
      })),
      rowGroupSize: this.#rows,
    });
    this.#writer.toFile();
    this.#values = this.#columns.map(() => []);
    this.#rows = 0;
    this.#rowBytes = 0;
  }
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const SCALARS: Readonly<Record<Exclude<ColumnType, 'texts'>, Omit<SchemaElement, 'name'>>> = {
  text: TEXT,
  json: { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function elementsOf(name: string, type: ColumnType): readonly SchemaElement[] {
  const repetition_type = 'OPTIONAL';
  if (type !== 'texts') return [{ name, repetition_type, ...SCALARS[type] }];
  return [
    { name, repetition_type, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type, ...TEXT },
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
