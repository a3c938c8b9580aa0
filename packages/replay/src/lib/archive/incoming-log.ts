import { open, type FileHandle } from 'node:fs/promises';

import { appendTo, UncertainWriteError } from './append-to.ts';

/** What is written to the log: a line of the journal, and the body that it names where that is small. */
export interface LogRecord {
  /** As in the journal, line end included. */
  readonly line: string;
  readonly body?: Uint8Array;
}

const NEWLINE = 0x0a;
const END = Buffer.from('\n');

/**
 * The one file that is synced before a delivery is acknowledged. Journal and bodies are written right after it and synced
 * much later, all together; after a power cut they are put right from here. So many deliveries share one sync.
 *
 * A record is the length of its body (`-` without one), the line, the body, and a line end.
 */
export class IncomingLog {
  readonly #file: FileHandle;
  #bytes: number;

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Opens the log for writing; its owner alone can read it. */
  static async open(path: string): Promise<IncomingLog> {
    const file = await open(path, 'a+', 0o600);
    return new IncomingLog(file, (await file.stat()).size);
  }

  /** Bytes that would have to be read after a power cut. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes records.
   *
   * @returns once they are on the disk.
   * @throws what the disk said; none of them is in the log then. {@link UncertainWriteError} where that is not known: after a
   *   sync that failed.
   */
  async append(records: readonly LogRecord[]): Promise<void> {
    const parts = records.flatMap(({ line, body }) =>
      body === undefined ? [Buffer.from(`-\n${line}\n`)] : [Buffer.from(`${body.byteLength}\n${line}`), body, END],
    );
    this.#bytes += await appendTo(this.#file, Buffer.concat(parts), this.#bytes);
    await this.#file.datasync().catch((cause: unknown) => {
      throw new UncertainWriteError('A sync failed', { cause });
    });
  }

  /** Forgets all records: everything in them is synced where it belongs. */
  async clear(): Promise<void> {
    await this.#file.truncate(0);
    this.#bytes = 0;
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
