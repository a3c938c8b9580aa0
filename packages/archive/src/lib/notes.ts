import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { SendAttempt, Tagged } from '@idvkit/schema/formats';

import { FILES, readArchiveVersion, writeArchiveFormat } from './archive-folder.ts';
import { Journal } from './journal.ts';
import { syncFolder } from './sync-files.ts';
import { WriterLock } from './writer-lock.ts';

/** A fact that any number of processes may add, beside whoever captures. */
export type Note = SendAttempt | Tagged;

/** Time between two looks whether it is our turn. */
const TURN_MS = 3;

/** The journal that several processes write to: they take turns. It is opened when the first note is added. */
export class Notes {
  readonly #folder: string;
  #journal: Promise<Journal> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns once it is on the disk. @throws what the disk said. */
  async add(note: Note): Promise<void> {
    // What cannot be opened now may be later.
    this.#journal ??= this.#open().catch((error: unknown) => {
      this.#journal = undefined;
      throw error;
    });
    await (await this.#journal).append(note);
  }

  async close(): Promise<void> {
    const journal = this.#journal;
    this.#journal = undefined;
    await (await journal)?.close();
  }

  async #open(): Promise<Journal> {
    if ((await readArchiveVersion(this.#folder)) === 1) await writeArchiveFormat(this.#folder);
    const journal = await Journal.open(join(this.#folder, FILES.notes), async () => {
      for (;;) {
        const lock = WriterLock.take(join(this.#folder, 'notes.lock'));
        if (lock !== undefined) return () => lock.release();
        await wait(TURN_MS);
      }
    });
    await syncFolder(this.#folder);
    return journal;
  }
}
