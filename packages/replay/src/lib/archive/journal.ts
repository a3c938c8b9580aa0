import { open, type FileHandle } from 'node:fs/promises';

import type { JournalFact } from '@idvkit/schema/formats';

import { formatJournalLine } from './journal-line.ts';

const NEWLINE = 0x0a;

type Waiting = { readonly line: string; readonly resolve: () => void; readonly reject: (reason: unknown) => void };

/**
 * Appends facts to a journal file. A fact counts once `append` resolves: its line is then on the disk, not just in a buffer
 * of the operating system. Lines that arrive while the disk is busy share the next write.
 */
export class Journal {
  readonly #file: FileHandle;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: unknown;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens a journal for appending; only its owner can read the file. A last line that a crash tore off is closed, so that
   * the next fact starts on a line of its own.
   */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, 'a+', 0o600);
    const { size } = await file.stat();
    if (size > 0) {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
      if (buffer[0] !== NEWLINE) await file.appendFile('\n');
    }
    return new Journal(file);
  }

  /**
   * Appends one fact.
   *
   * @throws what the disk said, for this and every later fact: after a failed write nobody knows what is on the disk.
   */
  append(fact: JournalFact): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(asError(this.#broken));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: formatJournalLine(fact), resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Waits for what was appended, and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== undefined) throw asError(this.#broken);
        await this.#file.appendFile(batch.map(({ line }) => line).join(''));
        await this.#file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#broken ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
