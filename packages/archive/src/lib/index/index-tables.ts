import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { IndexRowError } from './index-rows.ts';

/** An index with other tables than these is deleted and made again. */
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
 * Opens an index, or makes an empty one if the one that is there is damaged or has other tables; in memory if it cannot be a file.
 * Removed rows are overwritten.
 *
 * An archive may come from somebody else, with an index that they made: views, triggers and names of tables are SQL of theirs. So the
 * first statement compares the schema, and an index with another schema is deleted without a second statement.
 */
export function openIndexTables(path: string, place: IndexPlace): DatabaseSync {
  if (place === 'memory') return prepare(':memory:');
  try {
    if (place === 'file') return prepare(path);
  } catch {
    // Whatever is wrong with it, the journals have all that was in it.
  }
  try {
    for (const end of ['-journal', '-wal', '-shm', '']) rmSync(path + end, { force: true });
    return prepare(path);
  } catch {
    return prepare(':memory:');
  }
}

function prepare(path: string): DatabaseSync {
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600));
  const database = openDefensively(path);
  try {
    requireOwnSchema(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    database.exec('BEGIN IMMEDIATE');
    // Another process may have made the tables since.
    if (requireOwnSchema(database) === 'empty') database.exec(TABLES);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** No statement of the index opens another database, or trusts what the schema of the file calls. */
function openDefensively(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, defensive: true, limits: { attach: 0 } });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  return database;
}

/** Checks that a database has exactly the tables of an index, or none. @throws {IndexRowError} if it has others. */
function requireOwnSchema(database: DatabaseSync): 'own' | 'empty' {
  const own = ownSchema();
  const found: string[] = [];
  // A row at a time, of a table that no view can replace: a schema may be made to be endless.
  for (const row of database.prepare(SCHEMA_ROWS).iterate()) {
    const text = JSON.stringify(row);
    if (text !== own[found.length]) throw new IndexRowError('The tables of the index are not those of this release');
    found.push(text);
  }
  if (found.length === 0) return 'empty';
  if (found.length < own.length) throw new IndexRowError('The index lacks a table');
  return 'own';
}

/** With the first page of each table: two tables on the same page would write into each other. */
const SCHEMA_ROWS = 'SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema ORDER BY rowid';

let schema: readonly string[] | undefined;

function ownSchema(): readonly string[] {
  if (schema !== undefined) return schema;
  const database = new DatabaseSync(':memory:');
  database.exec(TABLES);
  schema = database
    .prepare(SCHEMA_ROWS)
    .all()
    .map((row) => JSON.stringify(row));
  database.close();
  return schema;
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
