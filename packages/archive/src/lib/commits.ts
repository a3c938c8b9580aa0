import type { DatabaseSync } from 'node:sqlite';

import { ArchiveError } from './archive-error.ts';
import { identityOf, sqliteCode } from './tables.ts';

const BUSY = 5;
/** Codes of SQLite after a failed sync: it is unknown what the disk has. */
const SYNC_FAILURES: ReadonlySet<number> = new Set([1_034, 1_290]);
/** Time to wait for another process that writes, and between attempts. A wait within SQLite would stop this process. */
const MAX_BUSY_MS = 10_000;
const BUSY_PAUSE_MS = 20;
/** Longest time that a commit waits for more changes. The event loop accepts one connection a turn, so a burst arrives over many turns. */
const MAX_GATHER_MS = 20;

interface Job {
  readonly change: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits changes. Those that are asked for in turns of the event loop that follow each other, or while a commit waits for the disk, share a
 * transaction and its sync. A commit runs in the main thread: it is cheaper there, and its delays are no longer. @see docs/decisions
 */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #folder: string;
  readonly #identity: string;
  #jobs: Job[] = [];
  #isScheduled = false;
  #busySince: number | undefined;
  #failure: ArchiveError | undefined;

  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = folder;
    this.#identity = identityOf(folder);
  }

  /** Throws while the folder is not where it was opened: files are written by their paths. @throws {ArchiveError} `moved`. */
  requireInPlace(): void {
    if (identityOf(this.#folder) === this.#identity) return;
    throw new ArchiveError('moved', `the archive folder "${this.#folder}" was moved or deleted`);
  }

  /**
   * Makes a change. If it throws before its first statement, the changes that share its transaction are made nevertheless.
   *
   * @returns the result of `change` once it is on the disk.
   * @throws {ArchiveError} `moved`, `sync-failed`; the error of SQLite, if the disk is full for example. Then nothing is changed.
   */
  make<Result>(change: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ change, resolve, reject });
      if (this.#isScheduled) return;
      // Before the first turn, which commits and takes this back if the machine was busy for longer than it may wait.
      this.#isScheduled = true;
      this.#gather(0, performance.now());
    });
  }

  /** Resolves once nothing waits. */
  async settled(): Promise<void> {
    while (this.#jobs.length > 0) await this.make(() => {}).catch(() => {});
  }

  /** Commits once a turn of the event loop brings no more changes. */
  #gather(before: number, since: number): void {
    const { length } = this.#jobs;
    if (length === before || performance.now() - since > MAX_GATHER_MS) this.#commit();
    else setImmediate(() => this.#gather(length, since));
  }

  #commit(): void {
    this.#isScheduled = false;
    const jobs = this.#jobs;
    this.#jobs = [];
    let settle: (() => void)[];
    try {
      if (this.#failure !== undefined) throw this.#failure;
      this.requireInPlace();
      settle = this.#makeAll(jobs);
      this.#busySince = undefined;
    } catch (error) {
      if (this.#waits(error, jobs)) return;
      this.#busySince = undefined;
      const failure = this.#noteSyncFailure(error);
      for (const { reject } of jobs) reject(failure);
      return;
    }
    for (const each of settle) each();
  }

  #makeAll(jobs: readonly Job[]): (() => void)[] {
    const database = this.#database;
    database.exec('BEGIN IMMEDIATE');
    try {
      const settle = jobs.map(({ change, resolve, reject }) => {
        try {
          const result = change();
          return () => resolve(result as never); // The type of the job, which the list does not have.
        } catch (error) {
          if (sqliteCode(error) !== undefined) throw error;
          return () => reject(error);
        }
      });
      database.exec('COMMIT');
      return settle;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Puts the jobs back if another process writes. @returns false if it has written for too long. */
  #waits(error: unknown, jobs: readonly Job[]): boolean {
    if (sqliteCode(error) !== BUSY) return false;
    this.#busySince ??= performance.now();
    if (performance.now() - this.#busySince > MAX_BUSY_MS) return false;
    this.#jobs = [...jobs, ...this.#jobs];
    setTimeout(() => this.#commit(), BUSY_PAUSE_MS);
    this.#isScheduled = true;
    return true;
  }

  #noteSyncFailure(error: unknown): unknown {
    if (!(error instanceof Error && 'errcode' in error && SYNC_FAILURES.has(Number(error.errcode)))) return error;
    this.#failure = new ArchiveError('sync-failed', 'The disk reported an error of a sync: nothing is acknowledged', {
      cause: error,
    });
    return this.#failure;
  }
}
