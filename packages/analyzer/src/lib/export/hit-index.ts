import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

import { CliError, systemErrorState } from '@idvkit/cli-kit';
import { hitIndexEntry, hitIndexHeader, type HitIndexEntry, type HitIndexHeader } from '@idvkit/schema/formats';

import { compressionOf } from '../input/decompress.ts';
import { fingerprintOf, RECORD_BYTES, type IndexedSource } from './index-hits.ts';

/** Location of a hit in an index. */
export interface IndexedHit {
  /** Over all hits of the index, from 0. */
  readonly number: number;
  readonly offset: number;
  readonly bytes: number;
}

/** Fingerprints of a hit. */
export interface HitFingerprint {
  /** Over all hits of the index, from 0. */
  readonly number: number;
  /** `NaN` if the hit has no id. */
  readonly identity: number;
  readonly content: bigint;
}

const START_BYTES = 64 * 1024;
const MAX_HEADER_LENGTH = 64 * 1024;
const RECORDS_AT_ONCE = 40_000;
/** Largest list of entries, which is read whole. */
const MAX_ENTRIES_BYTES = 256 * 1024 * 1024;

/** An index of hits that is open. Reading one hit's record takes the same time whatever the size of the index. */
export class HitIndex implements AsyncDisposable {
  readonly header: HitIndexHeader;
  readonly #file: FileHandle;
  readonly #name: string;

  private constructor(file: FileHandle, name: string, header: HitIndexHeader) {
    this.#file = file;
    this.#name = name;
    this.header = header;
  }

  /** @throws {CliError} `index-unusable` if it cannot be read, is something else or is cut short. */
  static async open(path: string, name: string): Promise<HitIndex> {
    const file = await open(path).catch((error: unknown) => {
      throw unusable(name, systemErrorState(error), error);
    });
    try {
      const start = Buffer.alloc(MAX_HEADER_LENGTH);
      const { bytesRead } = await file.read(start, 0, MAX_HEADER_LENGTH, 0);
      const line = start.subarray(0, bytesRead).toString().split('\n', 1)[0] ?? '';
      const header = hitIndexHeader.safeParse(parsed(line));
      if (!header.success) throw unusable(name, 'it is no index of hits, or one of another version');
      const { size } = await file.stat();
      const { headerBytes, hits, recordBytes } = header.data;
      if (size < headerBytes + hits * recordBytes) throw unusable(name, 'it is cut short');
      return new HitIndex(file, name, header.data);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** @throws {CliError} `index-unusable` if the index was made of another file. */
  async assertOf(path: string, name: string): Promise<void> {
    const now = await indexedSource(path);
    const { bytes, startSha256 } = this.header.source;
    if (now.bytes !== bytes || now.startSha256 !== startSha256) {
      throw unusable(this.#name, `it was made of another file than "${name}", or of an earlier state of it`);
    }
  }

  /** @throws {CliError} `hit-not-found` if there are not so many hits. */
  async hit(number: number): Promise<IndexedHit> {
    if (number >= this.header.hits) throw noSuchHit(number, this.header.hits);
    const record = await this.#read(number, 1);
    return toHit(record, number);
  }

  /** The hits whose label has the fingerprint of this one; all but one in 2^64 of them have the label. */
  async *withLabel(label: string): AsyncGenerator<IndexedHit> {
    const wanted = Buffer.from(fingerprintOf(label, this.header.salt));
    for (let from = 0; from < this.header.hits; from += RECORDS_AT_ONCE) {
      const records = await this.#read(from, Math.min(RECORDS_AT_ONCE, this.header.hits - from));
      for (let at = records.indexOf(wanted); at >= 0; at = records.indexOf(wanted, at + 1)) {
        if (at % RECORD_BYTES !== 16) continue;
        const start = at - 16;
        yield toHit(records.subarray(start, start + RECORD_BYTES), from + start / RECORD_BYTES);
      }
    }
  }

  /** The fingerprints of all hits, in their order. */
  async *fingerprints(): AsyncGenerator<HitFingerprint> {
    for (let from = 0; from < this.header.hits; from += RECORDS_AT_ONCE) {
      const count = Math.min(RECORDS_AT_ONCE, this.header.hits - from);
      const records = await this.#read(from, count);
      for (let at = 0; at < count; at += 1) {
        const start = at * RECORD_BYTES;
        const identity = records.readDoubleLE(start + 24);
        yield { number: from + at, identity, content: records.readBigUInt64LE(start + 32) };
      }
    }
  }

  /** The entries that have hits, in their order. @throws {CliError} `index-unusable` if they are something else. */
  async entries(): Promise<readonly HitIndexEntry[]> {
    const { headerBytes, hits } = this.header;
    const { size } = await this.#file.stat();
    const start = headerBytes + hits * RECORD_BYTES;
    if (size - start > MAX_ENTRIES_BYTES) throw unusable(this.#name, 'it is damaged');
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.slice(0, -1).map((line) => {
      const entry = hitIndexEntry.safeParse(parsed(line));
      if (!entry.success) throw unusable(this.#name, 'it is damaged');
      return entry.data;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #read(from: number, count: number): Promise<Buffer> {
    const records = Buffer.alloc(count * RECORD_BYTES);
    const start = this.header.headerBytes + from * RECORD_BYTES;
    const { bytesRead } = await this.#file.read(records, 0, records.length, start);
    if (bytesRead < records.length) throw unusable(this.#name, 'it is cut short');
    return records;
  }
}

/** Returns by what an index recognizes its file. */
export async function indexedSource(path: string): Promise<IndexedSource> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
  const start = buffer.subarray(0, bytesRead);
  const startSha256 = createHash('sha256').update(start).digest('hex');
  return { bytes: size, startSha256, packed: compressionOf(start) !== undefined };
}

export function noSuchHit(number: number, hits: number): CliError {
  return new CliError({
    code: 'hit-not-found',
    message: `Cannot show hit ${number}: there are ${hits} hits, counted from 0.`,
    fix: 'Choose a smaller number.',
  });
}

export function unusable(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'index-unusable',
    message: `Cannot use the index "${name}": ${state}.`,
    fix: 'Write it again: idvkit analyze FILE --index INDEX.',
    cause,
  });
}

function toHit(record: Buffer, number: number): IndexedHit {
  return {
    number,
    offset: Number(record.readBigUInt64LE(0)),
    bytes: Number(record.readBigUInt64LE(8)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
