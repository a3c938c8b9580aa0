import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sqliteCode } from './tables.ts';

const BUSY = 5;

/**
 * Holds runs of `send` as long as its process lives. The name of a holder is random and names a file that the holder has locked: the
 * system drops the lock of a process that ended, however it did. Host names and ids of processes do not tell: two containers may have the
 * same, and one has the same ids after each restart.
 */
export class RunHolder {
  readonly #name = randomBytes(16).toString('hex');
  readonly #folder: string;
  #lock: DatabaseSync | undefined;

  /** @param folder Folder of the archive. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Locks its file, unless it has. @returns its name, for rows. */
  hold(): string {
    this.#lock ??= lock(this.#pathOf(this.#name));
    return this.#name;
  }

  /** Checks whether the process of a holder lives. */
  isHeld(name: string): boolean {
    // Rows may be foreign.
    if (!/^[0-9a-f]{32}$/.test(name)) return false;
    const path = this.#pathOf(name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    try {
      lock(path).close();
    } catch (error) {
      if (sqliteCode(error) === BUSY) return true;
      throw error;
    }
    rmSync(path, { force: true });
    return false;
  }

  /** Lets others have its runs. */
  close(): void {
    if (!this.#lock) return;
    this.#lock.close();
    this.#lock = undefined;
    rmSync(this.#pathOf(this.#name), { force: true });
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.lock`);
  }
}

/** Locks a file by a transaction that writes nothing. @throws the error of SQLite; its code is {@link BUSY} if another one has the lock. */
function lock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
