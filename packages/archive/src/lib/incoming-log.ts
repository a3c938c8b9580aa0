import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { UncertainWriteError, writeAll } from './write-parts.ts';

/** What is written to the log: a line of the journal, and the body that it names where that is small. */
export interface LogRecord {
  readonly line: string;
  readonly body?: Uint8Array;
}

const NEWLINE = 0x0a;
const END = Buffer.from('\n');

/** Zeros that are written ahead of the records: few at first, for who captures little. */
const MIN_AHEAD_BYTES = 2 ** 16;
const MAX_AHEAD_BYTES = 2 ** 22;

/**
 * The one file that is synced before a delivery is acknowledged, so that many share one sync. Journal and bodies are synced later;
 * after a power cut they are restored from here.
 * A record is the length of its body (`-` without one), the line, the body, and a line end. Records are written over zeros:
 * if a file grows, its file system has to commit its own journal, and the names of all new bodies with it.
 */
export class IncomingLog {
  readonly #file: FileHandle;
  #bytes: number;
  /** Size of the file, zeros included. */
  #sizeBytes: number;

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#sizeBytes = bytes;
  }

  /** Opens the log for writing; its owner alone can read it. */
  static async open(path: string): Promise<IncomingLog> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    return new IncomingLog(file, (await file.stat()).size);
  }

  /** Bytes that would have to be read after a power cut. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes records. @returns once they are on the disk.
   * @throws what the disk said: then none is in the log. {@link UncertainWriteError} if that is not known, after a sync that failed.
   */
  async append(records: readonly LogRecord[]): Promise<void> {
    const parts = records.flatMap(({ line, body }) =>
      body === undefined ? [Buffer.from(`-\n${line}\n`)] : [Buffer.from(`${body.byteLength}\n${line}`), body, END],
    );
    const bytes = Buffer.concat(parts);
    await this.#growFor(bytes.byteLength);
    try {
      await writeAll(this.#file, bytes, this.#bytes);
    } catch (error) {
      await this.#cut(this.#bytes);
      throw error;
    }
    this.#bytes += bytes.byteLength;
    this.#sizeBytes = Math.max(this.#sizeBytes, this.#bytes);
    await this.#file.datasync().catch((cause: unknown) => {
      throw new UncertainWriteError('A sync failed', { cause });
    });
  }

  /** Writes zeros ahead where there is room for them: without, syncs take longer, and that is all. */
  async #growFor(bytes: number): Promise<void> {
    if (this.#bytes + bytes <= this.#sizeBytes) return;
    const ahead = Math.min(MAX_AHEAD_BYTES, Math.max(MIN_AHEAD_BYTES, bytes, this.#sizeBytes));
    try {
      await writeAll(this.#file, Buffer.alloc(ahead), this.#sizeBytes);
      this.#sizeBytes += ahead;
    } catch {
      await this.#cut(this.#sizeBytes);
    }
  }

  async #cut(bytes: number): Promise<void> {
    await this.#file.truncate(bytes).catch((cause: unknown) => {
      throw new UncertainWriteError('A part of what was written could not be taken back', { cause });
    });
    this.#sizeBytes = bytes;
  }

  /** Removes the records after so many bytes. @throws {UncertainWriteError} if that fails. */
  async takeBack(bytes: number): Promise<void> {
    await this.#cut(bytes);
    this.#bytes = bytes;
  }

  /** Forgets all records: everything in them is synced where it belongs. */
  async clear(): Promise<void> {
    await this.#file.truncate(0);
    this.#bytes = 0;
    this.#sizeBytes = 0;
    await this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Reads what a log holds; ends at the first record that was torn off. */
  static *read(log: Buffer): Generator<LogRecord> {
    let at = 0;
    for (;;) {
      const headEnd = log.indexOf(NEWLINE, at);
      const lineEnd = headEnd === -1 ? -1 : log.indexOf(NEWLINE, headEnd + 1);
      if (lineEnd === -1) return;
      const head = log.toString('latin1', at, headEnd);
      if (!/^(-|\d{1,9})$/.test(head)) return;
      const length = head === '-' ? 0 : Number(head);
      const end = lineEnd + 1 + length;
      if (log[end] !== NEWLINE) return;
      const line = log.toString('utf8', headEnd + 1, lineEnd + 1);
      yield head === '-' ? { line } : { line, body: log.subarray(lineEnd + 1, end) };
      at = end + 1;
    }
  }
}
