import { DatabaseSync } from 'node:sqlite';

import { ArchiveError } from './archive-error.ts';

/** Oldest SQLite for archives. In earlier ones, several connections that checkpoint a WAL file can corrupt the database. */
const MIN_SQLITE = '3.51.3';

/** Returns the version of SQLite that is loaded. A Node with a shared library may have another one than `process.versions` says. */
function loadedSqlite(): string {
  const database = new DatabaseSync(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  } finally {
    database.close();
  }
}

/** Checks that SQLite cannot corrupt an archive. @throws {ArchiveError} `runtime-too-old`. */
export function requireSqlite(version: string = loadedSqlite()): void {
  if (version.localeCompare(MIN_SQLITE, 'en', { numeric: true }) >= 0) return;
  const node = process.versions.node;
  throw new ArchiveError(
    'runtime-too-old',
    `SQLite ${version} of Node ${node} can corrupt archives: ${MIN_SQLITE} is needed`,
  );
}
