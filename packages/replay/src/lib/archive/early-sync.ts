import type { FileHandle } from 'node:fs/promises';

/** Bytes after which the disk is set to work. */
const EARLY_BYTES = 16 * 2 ** 20;

/** Files that are synced early at a time: threads are needed for other work too. */
const MOST_AT_ONCE = 2;
let underWay = 0;

/**
 * Syncs a file while it grows, so that the disk writes while more arrives, and little is left to sync in the end. What was written
 * last is synced by whoever ends the file.
 */
export class EarlySync {
  readonly #file: Pick<FileHandle, 'datasync'>;
  #unsyncedBytes = 0;
  #syncing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(file: Pick<FileHandle, 'datasync'>) {
    this.#file = file;
  }

  /** Hears of bytes that were written. @throws what the disk said to an earlier sync: it says so once, and not to the next. */
  wrote(bytes: number): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < EARLY_BYTES || this.#syncing !== undefined || underWay >= MOST_AT_ONCE) return;
    this.#unsyncedBytes = 0;
    underWay += 1;
    this.#syncing = this.#sync();
  }

  /** Waits for a sync that is under way. @throws what the disk said. */
  async end(): Promise<void> {
    await this.#syncing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #sync(): Promise<void> {
    try {
      await this.#file.datasync();
    } catch (error) {
      this.#failure = { error };
    } finally {
      underWay -= 1;
      this.#syncing = undefined;
    }
  }
}
