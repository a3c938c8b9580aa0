import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

import { BodyFiles } from './body-files.ts';
import type { Row } from './capture-rows.ts';
import { Commits } from './commits.ts';
import { openTables, type Access } from './tables.ts';

/** Parts of an archive: its database, changes of it, and the files of large bodies. */
export class ArchiveStore {
  readonly folder: string;
  readonly database: DatabaseSync;
  readonly commits: Commits;
  readonly files: BodyFiles;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string, access: Access) {
    this.folder = folder;
    this.database = openTables(folder, access);
    this.commits = new Commits(this.database, folder);
    this.files = new BodyFiles(folder);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  /** @returns the number of the row that was inserted, or what SQLite says of it. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** Inserts a row whose columns an object names. @returns its number. */
  insert(table: string, columns: Readonly<Record<string, SQLInputValue>>): number {
    const names = Object.keys(columns);
    const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    return this.run(sql, ...Object.values(columns));
  }

  /** Inserts a capture. To be called within a change. @returns its number. */
  insertCapture(
    columns: Readonly<Record<string, SQLInputValue>>,
    { head, content }: { readonly head: string; readonly content: Uint8Array | null },
  ): number {
    const id = this.insert('captures', columns);
    this.run('INSERT INTO contents VALUES (?, ?, ?)', id, head, content);
    return id;
  }

  close(): void {
    this.#statements.clear();
    if (this.database.isOpen) this.database.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
