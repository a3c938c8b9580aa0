import { setImmediate as nextTurn } from 'node:timers/promises';

import { ArchiveError } from './archive-error.ts';
import type { ArchiveStore } from './archive-store.ts';
import { SUMMARY_TEXTS, type Row } from './capture-rows.ts';
import { sqliteCode } from './tables.ts';

/** How much an archive may hold. */
export interface RetentionLimits {
  /** Captures that were received longer ago go. Milliseconds. */
  readonly maxAgeMs?: number;
  /** The oldest go until bodies are no more than this, as received. Bytes. */
  readonly maxBytes?: number;
}

/** Which captures stay, and when pruning ends. */
export interface PruneOptions {
  readonly now: Date;
  /** Returns true for captures that stay for now. Default: none does. */
  readonly stays?: (id: number) => boolean;
  /** Ends it early: what is left goes the next time. */
  readonly signal?: AbortSignal;
}

/** Captures that go. */
export interface Pruning {
  readonly tooOld: readonly number[];
  readonly tooMuch: readonly number[];
  /** Bytes of their bodies, as received. */
  readonly bytes: number;
}

/** Result of an erasure. */
export interface Erased {
  readonly captures: number;
  /** Bytes of their bodies, as received. */
  readonly bytes: number;
  /** How many of them were to be forwarded, and no receiver answered 2xx. */
  readonly notPassedOn: number;
  /** True if another process reads: bytes of what was erased stay in `archive.db-wal` until it ends and something is erased again. */
  readonly isHeld: boolean;
}

/** Captures with this tag stay, whatever their age. */
export const KEEP_TAG = 'keep';
/** Captures that one transaction erases: deliveries wait for it some milliseconds. */
const MAX_AT_ONCE = 512;
/** Attempts to empty the log while another process reads it, and milliseconds between them. */
const MAX_ATTEMPTS = 40;
const ATTEMPT_PAUSE_MS = 50;
/**
 * Erased rows that stay beside those of captures. Removing a row moves rows of the two pages beside its page, and SQLite leaves copies
 * behind: with as many erased rows between, only zeros are moved. Each has at least 60 bytes, so that they fill more than three pages.
 */
const MARGIN_ROWS = 256;

/** Text of the same length, so that SQLite overwrites the old one in place. */
function filler(column: string): string {
  return `${column} = substr(hex(zeroblob(octet_length(${column}))), 1, octet_length(${column}))`;
}

const OVERWRITE_CAPTURE = `UPDATE captures SET erased = 1, ${SUMMARY_TEXTS.map(filler).join(', ')} WHERE id = ?`;
const OVERWRITE_CONTENT = `UPDATE contents SET ${filler('head')}, body = zeroblob(length(body)) WHERE capture = ?`;
/** A plan has addresses and values of its own: it goes with the last of its captures, and the run cannot be continued. */
const OVERWRITE_PLANS = `UPDATE runs SET ${filler('plan')} WHERE CASE WHEN json_valid(plan) THEN NOT EXISTS (
  SELECT 1 FROM json_each(plan, '$.captures') JOIN captures ON captures.id = value WHERE erased = 0
) ELSE 0 END`;
const OVERWRITE_ANSWERS = `UPDATE answers SET ${filler('answer')} WHERE capture = ?`;
/** Erased rows with at least {@link MARGIN_ROWS} erased rows on either side. */
const INNER_ROWS = `
  SELECT capture FROM (
    SELECT capture, row_number() OVER (PARTITION BY island ORDER BY capture) AS before,
      row_number() OVER (PARTITION BY island ORDER BY capture DESC) AS after
    FROM (
      SELECT capture, (SELECT max(id) FROM captures WHERE id < capture AND erased = 0) AS island
      FROM erasures WHERE holds_space = 1
    )
  ) WHERE before > ${MARGIN_ROWS} AND after > ${MARGIN_ROWS}`;

/** Removes captures from an archive so that no byte of them stays. */
export class Eraser {
  readonly #store: ArchiveStore;

  constructor(store: ArchiveStore) {
    this.#store = store;
  }

  async erase(ids: readonly number[]): Promise<Erased> {
    const unknown = ids.find((id) => this.#store.get(HELD, id) === undefined);
    if (unknown !== undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${unknown}"`);
    return this.#eraseAll(
      [...new Set(ids)].map((id) => ({ id })),
      {},
    );
  }

  async prune(limits: RetentionLimits, options: PruneOptions): Promise<Erased> {
    const { tooOld, tooMuch } = this.plan(limits, options);
    return this.#eraseAll(
      [
        ...tooOld.map((id) => ({ id, because: 'age' as const })),
        ...tooMuch.map((id) => ({ id, because: 'size' as const })),
      ],
      { ...options, isPruning: true },
    );
  }

  /** Chooses captures that go: those that are too old, then the oldest of the others. */
  plan({ maxAgeMs = Infinity, maxBytes = Infinity }: RetentionLimits, { now, stays }: PruneOptions): Pruning {
    const before = maxAgeMs === Infinity ? Number.MIN_SAFE_INTEGER : now.getTime() - maxAgeMs;
    const goes = (row: Row): boolean => stays?.(Number(row['id'])) !== true;
    const old = this.#store
      .all(`SELECT id, bytes FROM captures WHERE ${PRUNABLE} AND received_at < ? ORDER BY id`, before)
      .filter(goes);
    let bytes = old.reduce((sum, row) => sum + Number(row['bytes']), 0);
    const held = Number(this.#store.get('SELECT total(bytes) AS bytes FROM captures WHERE erased = 0')?.['bytes']);
    const tooMuch: number[] = [];
    if (held - bytes > maxBytes) {
      const others = `SELECT id, bytes FROM captures WHERE ${PRUNABLE} AND received_at >= ? ORDER BY id`;
      for (const row of this.#store.database.prepare(others).iterate(before)) {
        if (held - bytes <= maxBytes) break;
        if (!goes(row)) continue;
        tooMuch.push(Number(row['id']));
        bytes += Number(row['bytes']);
      }
    }
    return { tooOld: old.map(({ id }) => Number(id)), tooMuch, bytes };
  }

  /** Removes files that no row names, unless a process may be writing them. */
  async removeLeftOver(): Promise<readonly string[]> {
    const { files, commits } = this.#store;
    const removed: string[] = [];
    for await (const name of files.names()) {
      if (!(await this.#isLeftOver(name))) continue;
      // Within a change, so that no row can come to name it: adding the row looks for the file.
      if (await commits.make(() => this.#ownerOf(name) !== 'capture' && files.removeNow(name))) removed.push(name);
    }
    if (removed.length > 0) await commits.make(() => this.#store.run(FORGET_IMAGES));
    return removed.sort();
  }

  /** Returns the files in `bodies/` that no row names, and that no running process may be writing. */
  async leftOver(): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const name of this.#store.files.names()) {
      if (await this.#isLeftOver(name)) found.push(name);
    }
    return found.sort();
  }

  async #isLeftOver(name: string): Promise<boolean> {
    const owner = this.#ownerOf(name);
    return owner === 'erased capture' || (owner === undefined && (await this.#store.files.isLeftOver(name)));
  }

  #ownerOf(name: string): 'capture' | 'erased capture' | undefined {
    const rows = this.#store.all(OWNERS, name, name);
    if (rows.length === 0) return undefined;
    return rows.some(({ erased }) => erased === 0) ? 'capture' : 'erased capture';
  }

  async #eraseAll(
    chosen: readonly { readonly id: number; readonly because?: 'age' | 'size' }[],
    { stays, signal, now = new Date(), isPruning = false }: Partial<PruneOptions> & { readonly isPruning?: boolean },
  ): Promise<Erased> {
    const { commits, files } = this.#store;
    await this.removeLeftOver();
    const rows: Row[] = [];
    for (let at = 0; at < chosen.length; at += MAX_AT_ONCE) {
      if (signal?.aborted === true) break;
      const erased = await commits.make(() =>
        chosen.slice(at, at + MAX_AT_ONCE).flatMap(({ id, because }) => {
          // Someone may have erased or tagged it since.
          const row = this.#store.get(isPruning ? `${HELD} AND ${PRUNABLE}` : HELD, id);
          if (row === undefined || stays?.(id) === true) return [];
          const images = this.#store.all('SELECT file FROM images WHERE capture = ? AND file IS NOT NULL', id);
          this.#eraseRows(id, now, because);
          return [{ row, files: [row, ...images].flatMap(({ file }) => (typeof file === 'string' ? [file] : [])) }];
        }),
      );
      rows.push(...erased.map(({ row }) => row));
      await files.remove(new Set(erased.flatMap((each) => each.files)));
      // Until then they name files that are to be deleted.
      await commits.make(() => this.#store.run(FORGET_IMAGES));
      await nextTurn();
    }
    if (rows.length > 0) {
      await commits.make(() => this.#store.run(OVERWRITE_PLANS));
      await this.#freeSpace();
    }
    return {
      captures: rows.length,
      bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
      notPassedOn: rows.filter((row) => row['is_waiting'] === 1).length,
      isHeld: rows.length > 0 && !(await this.#emptyLog()),
    };
  }

  #eraseRows(id: number, now: Date, because: 'age' | 'size' | undefined): void {
    const store = this.#store;
    store.run('INSERT INTO erasures VALUES (?, ?, ?, 1)', id, now.toISOString(), because ?? null);
    store.run(OVERWRITE_CAPTURE, id);
    store.run(OVERWRITE_CONTENT, id);
    store.run(OVERWRITE_ANSWERS, id);
    store.run('DELETE FROM tags WHERE capture = ?', id);
  }

  /** Gives back the space of erased rows that are far enough from those of captures. */
  async #freeSpace(): Promise<void> {
    const inner = this.#store.all(INNER_ROWS).map(({ capture }) => Number(capture));
    for (let at = 0; at < inner.length; at += MAX_AT_ONCE) {
      await this.#store.commits.make(() => {
        for (const id of inner.slice(at, at + MAX_AT_ONCE)) {
          this.#store.run('DELETE FROM contents WHERE capture = ?', id);
          this.#store.run('UPDATE erasures SET holds_space = 0 WHERE capture = ?', id);
        }
      });
      await nextTurn();
    }
  }

  /** Moves the log to the database and empties it: it has rows as they were before. @returns false while another process reads. */
  async #emptyLog(): Promise<boolean> {
    const { database } = this.#store;
    database.exec('PRAGMA busy_timeout = 0');
    try {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, ATTEMPT_PAUSE_MS));
        try {
          if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0) return true;
        } catch (error) {
          if (sqliteCode(error) === undefined) throw error;
        }
      }
      return false;
    } finally {
      database.exec('PRAGMA busy_timeout = 10000');
    }
  }
}

const FORGET_IMAGES = 'DELETE FROM images WHERE capture IN (SELECT capture FROM erasures)';
const OWNERS = `
  SELECT erased FROM captures WHERE file = ?
  UNION ALL SELECT erased FROM images JOIN captures ON id = capture WHERE images.file = ?`;
const PRUNABLE = `erased = 0 AND NOT EXISTS (SELECT 1 FROM tags WHERE capture = captures.id AND tag = '${KEEP_TAG}')`;
const HELD = `
  SELECT id, bytes, file, pass_on = 1 AND NOT EXISTS (
    SELECT 1 FROM attempts WHERE capture = captures.id AND status BETWEEN 200 AND 299
  ) AS is_waiting FROM captures WHERE id = ? AND erased = 0`;
