import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Raised with every change of a table: an index of another number is made anew. */
const TABLES_VERSION = 2;

const TABLES = `
  CREATE TABLE journals (name TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT;
  CREATE TABLE problems (file TEXT, line INTEGER, problem TEXT NOT NULL, PRIMARY KEY (file, line)) STRICT;
  CREATE TABLE captures (
    id INTEGER PRIMARY KEY, fact TEXT NOT NULL, received_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
    complete INTEGER NOT NULL, bearer TEXT NOT NULL, answer INTEGER, sha256 TEXT NOT NULL,
    summary TEXT, json INTEGER NOT NULL DEFAULT 0, type TEXT, nounce TEXT, slug TEXT, form TEXT, status TEXT, ekyc TEXT,
    aml INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX captures_by_type ON captures (type);
  CREATE INDEX captures_by_slug ON captures (slug);
  CREATE INDEX captures_by_sha256 ON captures (sha256);
  CREATE INDEX captures_unread ON captures (id) WHERE summary IS NULL;
  CREATE TABLE tags (capture INTEGER, tag TEXT, PRIMARY KEY (capture, tag)) STRICT;
  CREATE TABLE outcomes (capture INTEGER PRIMARY KEY, at TEXT NOT NULL, answered INTEGER, failure TEXT) STRICT;
`;

/** Milliseconds to wait for other processes. */
export const BUSY_TIMEOUT_MS = 10_000;

/** Where an index is: in the file that is there, in a new one in its place, or in memory for as long as the process lasts. */
export type IndexPlace = 'file' | 'new-file' | 'memory';

/**
 * Opens an index, or makes an empty one if the one that is there is damaged or of other tables; in memory if it cannot be a file.
 * Removed rows are overwritten.
 */
export function openIndexTables(path: string, place: IndexPlace): DatabaseSync {
  if (place === 'memory') return prepare(':memory:');
  try {
    if (place === 'file') return prepare(path);
  } catch {
    // Whatever is wrong with it, the journals have all that was in it.
  }
  try {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    return prepare(path);
  } catch {
    return prepare(':memory:');
  }
}

function prepare(path: string): DatabaseSync {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    database.exec('BEGIN IMMEDIATE');
    if (database.prepare('PRAGMA user_version').get()?.['user_version'] !== TABLES_VERSION) makeTables(database);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeTables(database: DatabaseSync): void {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  for (const { name } of tables) database.exec(`DROP TABLE "${String(name)}"`);
  database.exec(TABLES);
  database.exec(`PRAGMA user_version = ${TABLES_VERSION}`);
}

/** A row of the index is not what was written. */
export class IndexRowError extends Error {
  override readonly name = 'IndexRowError';
}

/** Codes of SQLite after which a new file would fail as well: read-only, an error of the disk, full, cannot be opened. */
const UNWRITABLE: ReadonlySet<number> = new Set([8, 10, 13, 14]);
/** Code of SQLite while another process has the tables. */
export const SQLITE_BUSY = 5;

/** Checks whether another process has the tables. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}

/** Chooses where the index is made again after an error. @returns `undefined` if a new one would not help. */
export function nextIndexPlace(error: unknown, place: IndexPlace): IndexPlace | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === SQLITE_BUSY || (code === undefined && !(error instanceof IndexRowError))) return undefined;
  if (place === 'memory') return undefined;
  return place === 'new-file' || (code !== undefined && UNWRITABLE.has(code)) ? 'memory' : 'new-file';
}
