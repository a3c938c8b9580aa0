import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { systemErrorCode } from '@idvkit/cli-kit';

import { isBusy } from './index/index-tables.ts';

/** A lock that ends with its process. Only SQLite can hold one in Node; nothing is stored in the file. */
export class WriterLock {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Takes the lock. @returns `undefined` if somebody else has it. @throws what the disk said. */
  static take(path: string): WriterLock | undefined {
    makePrivate(path);
    const database = new DatabaseSync(path, { timeout: 0, open: false });
    try {
      database.open();
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      if (database.isOpen) database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    return new WriterLock(database);
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Makes the file, readable by its owner only. One that is there is not opened: closing it would end the locks of this process on it. */
function makePrivate(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process was faster.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}
