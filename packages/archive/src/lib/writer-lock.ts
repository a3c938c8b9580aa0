import { DatabaseSync } from 'node:sqlite';

/**
 * A lock that ends with its process, however that ends: the operating system holds it on a file, by way of SQLite, the one
 * part of Node that can. Nothing is ever stored in the file.
 */
export class WriterLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Takes the lock. @returns `undefined` if somebody else has it. */
  static take(path: string): WriterLock | undefined {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    return new WriterLock(database);
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
