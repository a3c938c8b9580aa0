import { closeSync, lstatSync, mkdirSync, openSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { constants, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { systemErrorCode } from '@idvkit/cli-kit';

import { ArchiveError } from './archive-error.ts';
import { requireSqlite } from './sqlite-version.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Rows of `captures`, `contents` and `answers` are only appended, and overwritten in place: SQLite leaves copies of rows behind when it moves them
 * to other pages. Rows of erased captures stay in `captures`, without what their bodies said. @see docs/decisions
 */
const TABLES = `
  CREATE TABLE captures (
    id INTEGER PRIMARY KEY AUTOINCREMENT, erased INTEGER NOT NULL, received_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
    complete INTEGER NOT NULL, sha256 TEXT NOT NULL, bearer TEXT NOT NULL, answer INTEGER, pass_on INTEGER NOT NULL, file TEXT,
    packed INTEGER NOT NULL, json INTEGER NOT NULL, type TEXT, version REAL, created_at TEXT, nounce TEXT, slug TEXT, form TEXT,
    status TEXT, submitted_at TEXT, ekyc TEXT, aml INTEGER, images INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX captures_by_sha256 ON captures (sha256);
  CREATE INDEX captures_by_slug ON captures (slug);
  CREATE INDEX captures_by_file ON captures (file) WHERE file IS NOT NULL;
  CREATE TABLE contents (capture INTEGER PRIMARY KEY REFERENCES captures, head TEXT NOT NULL, body BLOB) STRICT;
  CREATE TABLE erasures (
    capture INTEGER PRIMARY KEY REFERENCES captures, at TEXT NOT NULL, because TEXT, holds_space INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX erasures_with_space ON erasures (capture) WHERE holds_space = 1;
  CREATE TABLE tags (
    capture INTEGER NOT NULL REFERENCES captures, tag TEXT NOT NULL, PRIMARY KEY (capture, tag)
  ) STRICT;
  CREATE TABLE images (
    capture INTEGER NOT NULL REFERENCES captures, at TEXT NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL,
    file TEXT, sha256 TEXT, bytes INTEGER, content_type TEXT, failure TEXT
  ) STRICT;
  CREATE INDEX images_by_capture ON images (capture);
  CREATE INDEX images_by_file ON images (file) WHERE file IS NOT NULL;
  CREATE TABLE runs (name TEXT PRIMARY KEY, started_at TEXT NOT NULL, plan TEXT NOT NULL, holder TEXT) STRICT;
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, capture INTEGER NOT NULL REFERENCES captures, run TEXT, item INTEGER,
    at TEXT NOT NULL, target TEXT NOT NULL, number INTEGER NOT NULL, duration_ms REAL, status INTEGER, failure TEXT, code TEXT,
    next TEXT, relayed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX attempts_by_capture ON attempts (capture);
  CREATE INDEX attempts_by_run ON attempts (run, item);
  CREATE TABLE answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, attempt INTEGER NOT NULL REFERENCES attempts,
    capture INTEGER NOT NULL REFERENCES captures, answer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX answers_by_capture ON answers (capture);
`;

/** `idva`: says in the header of the file that it is an archive. */
const APPLICATION_ID = 0x69_64_76_61;
/** Raised by a change of the tables, or of what their rows mean. */
const VERSION = 1;
const DATABASE = 'archive.db';
/** Milliseconds to wait for another process that writes. */
const BUSY_TIMEOUT_MS = 10_000;
/** Pages of the write-ahead log that are moved to the database together, 4 MB. Deliveries wait meanwhile: more pages are a longer wait. */
const CHECKPOINT_PAGES = 1_000;

export type Access = 'create' | 'write' | 'read';

/** Checks whether a folder has the database of an archive. Its content is checked when it is opened. */
export function isArchive(folder: string): boolean {
  return statOf(join(folder, DATABASE))?.isFile() === true;
}

/** Returns what identifies the database file of a folder: a folder that was moved away and another in its place differ. */
export function identityOf(folder: string): string {
  const found = statOf(join(folder, DATABASE));
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/**
 * Opens the database of an archive. Archives come from other people: no statement of theirs runs, whether as a view, a trigger, a default
 * or a name, and no other file is opened. The first statement compares the schema.
 *
 * @throws {ArchiveError} `not-an-archive`, `damaged`, `runtime-too-old`.
 */
export function openTables(folder: string, access: Access): DatabaseSync {
  requireSqlite();
  const path = join(folder, DATABASE);
  if (access === 'create') createFile(folder, path);
  requireOwnParts(folder);
  const database = access === 'read' ? openToRead(path, folder) : connect(path, folder, {});
  try {
    if (access !== 'create') requireSoundTrees(database, folder);
    if (access !== 'read') {
      database.exec(
        `PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA secure_delete = ON;
         PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
      );
    }
    return database;
  } catch (error) {
    database.close();
    throw refusal(folder, error);
  }
}

/** Opens without writing; on a medium that cannot be written to, without the files that SQLite would make beside the database. */
function openToRead(path: string, folder: string): DatabaseSync {
  try {
    return connect(path, folder, { readOnly: true });
  } catch (error) {
    if (!(error instanceof ArchiveError) || !isCannotOpen(error.cause)) throw error;
    if ((statOf(`${path}-wal`)?.size ?? 0) > 0) {
      const state = 'its last deliveries are in archive.db-wal, which cannot be read there: copy the folder to a disk';
      throw new ArchiveError('not-an-archive', `"${folder}" cannot be written to, and ${state}`, { cause: error });
    }
    return connect(`${pathToFileURL(path).href}?immutable=1`, folder, { readOnly: true });
  }
}

function connect(path: string, folder: string, { readOnly = false }: { readonly readOnly?: boolean }): DatabaseSync {
  const database = new DatabaseSync(path, {
    open: false,
    readOnly,
    timeout: BUSY_TIMEOUT_MS,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: false,
    defensive: true,
  });
  try {
    database.open();
    database.setAuthorizer(readOnly ? mayRead : mayWrite);
    if (requireOwnSchema(database, folder) === 'empty') {
      if (readOnly) throw notAnArchive(folder, 'its archive.db is empty');
      makeTables(database);
    }
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const [id, version] = [pragma(database, 'application_id'), pragma(database, 'user_version')];
    if (id !== APPLICATION_ID || version !== VERSION)
      throw notAnArchive(folder, 'its archive.db is of another version');
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    throw refusal(folder, error);
  }
}

/** Makes the tables, unless another process was faster. */
function makeTables(database: DatabaseSync): void {
  database.setAuthorizer(null);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  transaction(database, () => {
    if (database.prepare('SELECT 1 FROM main.sqlite_schema').get() !== undefined) return;
    database.exec(`${TABLES}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
  });
  database.setAuthorizer(mayWrite);
}

/** Returns the value of a pragma that is a number. */
export function pragma(database: DatabaseSync, name: 'application_id' | 'data_version' | 'user_version'): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

/** Makes all changes or none. */
export function transaction<Result>(database: DatabaseSync, change: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = change();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const READING: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_PRAGMA,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_RECURSIVE,
]);
const WRITING: ReadonlySet<number> = new Set([
  ...READING,
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);

/** Refuses ATTACH, DDL and whatever else no statement of this package has. */
function mayRead(action: number): number {
  return READING.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

function mayWrite(action: number): number {
  return WRITING.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

const SCHEMA = 'SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema ORDER BY name';
type SchemaRow = Readonly<Record<string, unknown>>;
let ownSchema: readonly string[] | undefined;

/** Tables that are read from their beginning to their end. Rows of `contents` are only looked up by number, which cannot take long. */
const SCANNED = ['captures', 'erasures', 'tags', 'images', 'runs', 'attempts', 'answers'];

/** Refuses pages that point at each other: reading all rows of such a table would never end. 100,000 captures take 60 ms. */
function requireSoundTrees(database: DatabaseSync, folder: string): void {
  for (const table of SCANNED) {
    const { quick_check: state } = database.prepare(`PRAGMA quick_check(${table})`).get() ?? {};
    if (state !== 'ok') throw new ArchiveError('damaged', `The database of "${folder}" is damaged`, { cause: state });
  }
}

/** Compares the schema row by row: a schema may be made to be endless. */
function requireOwnSchema(database: DatabaseSync, folder: string): 'own' | 'empty' {
  ownSchema ??= readOwnSchema();
  let count = 0;
  const pages = new Set<unknown>();
  for (const row of database.prepare(SCHEMA).iterate()) {
    if (schemaText(row) !== ownSchema[count]) throw notAnArchive(folder, 'its archive.db has other tables');
    // Two tables on one page would write into each other.
    if (pages.has(row['rootpage'])) throw notAnArchive(folder, 'its archive.db has two tables in one place');
    pages.add(row['rootpage']);
    count += 1;
  }
  if (count === 0) return 'empty';
  if (count < ownSchema.length) throw notAnArchive(folder, 'its archive.db lacks tables');
  return 'own';
}

function readOwnSchema(): readonly string[] {
  const database = new DatabaseSync(':memory:');
  database.exec(TABLES);
  const rows = database.prepare(SCHEMA).all().map(schemaText);
  database.close();
  return rows;
}

function schemaText({ type, name, tbl_name: table, sql }: SchemaRow): string {
  return JSON.stringify([type, name, table, sql]);
}

/** Makes the folders and the file, for their owner only, with their names on the disk. */
function createFile(folder: string, path: string): void {
  if (statOf(path) !== undefined) return;
  makeFolders(resolve(folder));
  makeFolders(join(folder, 'bodies'));
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process was faster.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  syncFolder(folder);
}

/** Makes folders one by one: Node never returns from making one in `/proc` with `recursive`. */
function makeFolders(path: string): void {
  if (statOf(path)?.isDirectory() === true) return;
  const above = dirname(path);
  if (above !== path && statOf(above) === undefined) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  syncFolder(above);
}

/** Refuses links and special files: an archive from someone else must not name a file outside of it. */
function requireOwnParts(folder: string): void {
  const file = statOf(join(folder, DATABASE));
  if (file === undefined) throw new ArchiveError('not-an-archive', `There is no capture archive in "${folder}"`);
  const parts = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`];
  const wrong = parts.find((name) => statOf(join(folder, name))?.isFile() === false);
  const bodies = statOf(join(folder, 'bodies'));
  const link = wrong ?? (bodies?.isDirectory() === false ? 'bodies' : undefined);
  if (link !== undefined) throw notAnArchive(folder, `its ${link} is a link or a special file`);
  // An archive never has one: SQLite would write it back into the database.
  if (statOf(join(folder, `${DATABASE}-journal`)) !== undefined) {
    throw notAnArchive(folder, `its ${DATABASE}-journal is not of an archive`);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function notAnArchive(folder: string, state: string, cause?: unknown): ArchiveError {
  return new ArchiveError('not-an-archive', `"${folder}" is not an archive that this idvkit reads: ${state}`, {
    cause,
  });
}

const CORRUPT = 11;
const CANNOT_OPEN = 14;
const READ_ONLY = 8;
const NOT_A_DATABASE = 26;

/** Returns the primary result code of an error of SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

function isCannotOpen(error: unknown): boolean {
  return [CANNOT_OPEN, READ_ONLY].includes(sqliteCode(error) ?? 0);
}

/** Translates an error of SQLite. Others stay as they are. */
function refusal(folder: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === NOT_A_DATABASE) return notAnArchive(folder, 'its archive.db is not a database', error);
  if (code === CORRUPT) return new ArchiveError('damaged', `The database of "${folder}" is damaged`, { cause: error });
  if (code === CANNOT_OPEN || code === READ_ONLY) return notAnArchive(folder, 'its archive.db cannot be opened', error);
  return error;
}
