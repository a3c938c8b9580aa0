import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { endsInLine } from './torn-line.ts';
import { appendTo, UncertainWriteError } from './write-parts.ts';
import { WriterLock } from './writer-lock.ts';

type Waiting = { readonly line: string; readonly resolve: () => void; readonly reject: (reason: unknown) => void };

/** Milliseconds between two looks whether the lock is free. */
const TURN_MS = 3;

/** Appends facts to a journal file. When `append` resolves, the line is on the disk. Lines share writes. */
export class Journal {
  readonly #file: FileHandle;
  readonly #lockPath: string | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: unknown;

  private constructor(file: FileHandle, lockPath: string | undefined) {
    this.#file = file;
    this.#lockPath = lockPath;
  }

  /** Opens a journal that only its owner can read. Processes take turns with the lock at `lockPath`. */
  static async open(path: string, { lockPath }: { readonly lockPath?: string } = {}): Promise<Journal> {
    return new Journal(await open(path, 'a+', 0o600), lockPath);
  }

  /**
   * Appends one line, with its end.
   * @throws what the disk said. Later lines may succeed, unless a sync failed: then nobody knows what is on the disk.
   */
  append(line: string): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(asError(this.#broken));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
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
        const lock = await this.#takeTurn();
        try {
          await this.#write(batch.map(({ line }) => line).join(''));
        } finally {
          lock?.release();
        }
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #takeTurn(): Promise<WriterLock | undefined> {
    if (this.#lockPath === undefined) return undefined;
    for (;;) {
      const lock = WriterLock.take(this.#lockPath);
      if (lock !== undefined) return lock;
      await pause(TURN_MS);
    }
  }

  async #write(lines: string): Promise<void> {
    const { size } = await this.#file.stat();
    // A line that a crash tore off is closed, so that the next fact starts on a line of its own.
    const start = (await endsInLine(this.#file, size)) ? '' : '\n';
    try {
      await appendTo(this.#file, Buffer.from(start + lines), size);
      await this.#file.datasync().catch((cause: unknown) => {
        throw new UncertainWriteError('A sync failed', { cause });
      });
    } catch (error) {
      if (error instanceof UncertainWriteError) this.#broken = error;
      throw error;
    }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
