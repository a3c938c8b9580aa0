import { open, type FileHandle } from 'node:fs/promises';

import type { JournalEntry } from '@idvkit/schema/formats';

import { formatJournalLine } from './journal-line.ts';
import { endsInLine } from './torn-line.ts';
import { appendTo, UncertainWriteError } from './write-parts.ts';

type Waiting = { readonly line: string; readonly resolve: () => void; readonly reject: (reason: unknown) => void };

/** Keeps other processes from a journal while lines are written; what it gives lets them again. */
export type TurnTaking = () => Promise<() => void>;

/**
 * Appends facts to a journal file. A fact counts once `append` resolves: its line is then on the disk, not just in a buffer
 * of the operating system. Lines that arrive while the disk is busy share the next write.
 */
export class Journal {
  readonly #file: FileHandle;
  readonly #takeTurn: TurnTaking;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: unknown;

  private constructor(file: FileHandle, takeTurn: TurnTaking) {
    this.#file = file;
    this.#takeTurn = takeTurn;
  }

  /**
   * Opens a journal that other processes append to as well; only its owner can read the file.
   */
  static async open(path: string, takeTurn: TurnTaking): Promise<Journal> {
    return new Journal(await open(path, 'a+', 0o600), takeTurn);
  }

  /**
   * Appends one fact.
   *
   * @throws what the disk said: a fact that could not be written is not in the journal, and later ones may succeed. After a
   *   sync that failed nobody knows what is on the disk, and all that follow fail too.
   */
  append(fact: JournalEntry): Promise<void> {
    return this.appendLine(formatJournalLine(fact));
  }

  /** As {@link Journal.append}, for a line that is formatted already, line end included. */
  appendLine(line: string): Promise<void> {
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
        const endTurn = await this.#takeTurn();
        try {
          await this.#write(batch.map(({ line }) => line).join(''));
        } finally {
          endTurn();
        }
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
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
