import { basename } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

import { captured, type Captured, type JournalEntry } from '@idvkit/schema/formats';

import type {
  AmlFlag,
  CaptureEntry,
  CaptureFacets,
  CaptureFilter,
  CaptureSummary,
  FacetValue,
} from '../capture-entry.ts';
import { parseJournalLine } from '../journal-line.ts';
import type { OnJournalProblem } from '../read-journal.ts';
import { amlBits, toCondition } from './capture-query.ts';
import { captureSummary, checked, IndexRowError, journalMark, readChecked } from './index-rows.ts';
import { BUSY_TIMEOUT_MS, openIndexTables, SQLITE_BUSY, type IndexPlace } from './index-tables.ts';
import { beginning, readJournalPart, type JournalMark, type JournalPart } from './journal-tail.ts';

export interface CaptureIndexOptions {
  readonly path: string;
  readonly place: IndexPlace;
  readonly journals: readonly string[];
  /** Lines that belong into the journals and cannot be written there. */
  readonly lost: () => readonly string[];
  readonly summarize: (captured: Captured) => Promise<CaptureSummary>;
}

/** Answers lists and filters from tables that follow the journals. Several processes may use it, and it can be deleted at any time. */
export class CaptureIndex {
  readonly #database: DatabaseSync;
  readonly #options: CaptureIndexOptions;
  #following: Promise<void> | undefined;

  constructor(options: CaptureIndexOptions) {
    this.#database = openIndexTables(options.path, options.place);
    this.#options = options;
  }

  /** Brings the tables up to date with all that was on the disk when it was called. */
  async follow(): Promise<void> {
    await this.#following;
    this.#following ??= this.#follow().finally(() => (this.#following = undefined));
    await this.#following;
  }

  /** Lines of the journals that cannot be believed, as far as they were followed. */
  problems(onProblem: OnJournalProblem): void {
    for (const { file, line, problem } of this.#all('SELECT * FROM problems ORDER BY file, line')) {
      onProblem({ file: String(file), line: Number(line), problem: String(problem) });
    }
  }

  /** The captures that a filter chooses, read some hundreds at a time. */
  *select(filter: CaptureFilter): Generator<CaptureEntry> {
    const { sql, values } = toCondition(filter);
    const newest = filter.order === 'newest';
    let left = filter.limit ?? Number.MAX_SAFE_INTEGER;
    let skip = filter.offset ?? 0;
    let edge = newest ? Number.MAX_SAFE_INTEGER : 0;
    while (left > 0) {
      const page = Math.min(left, PAGE_ROWS);
      const rows = this.#all(
        `SELECT id, fact, summary, outcomes.answered, outcomes.failure,
           (SELECT json_group_array(tag) FROM tags WHERE capture = id) AS tags
         FROM captures LEFT JOIN outcomes ON outcomes.capture = id
         WHERE (${sql}) AND id ${newest ? '<' : '>'} ?
         ORDER BY id ${newest ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
        ...values,
        edge,
        page,
        skip,
      );
      skip = 0;
      left -= rows.length;
      for (const row of rows) yield toEntry(row);
      if (rows.length < page) return;
      edge = Number(rows.at(-1)?.['id']);
    }
  }

  count(filter: CaptureFilter): number {
    const { sql, values } = toCondition(filter);
    return Number(this.#all(`SELECT count(*) AS n FROM captures WHERE ${sql}`, ...values)[0]?.['n']);
  }

  /** Counts captures by the values of their columns, flags and tags. */
  facets(): CaptureFacets {
    const counted = (column: string, from = 'captures'): FacetValue[] =>
      this.#all(
        `SELECT ${column} AS value, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY n DESC, value`,
      ).map(({ value, n }) => ({ value: String(value), captures: Number(n) }));
    const combinations = counted('aml');
    const withFlag = (bit: number): number =>
      combinations.reduce((sum, { value, captures }) => sum + ((Number(value) & bit) === 0 ? 0 : captures), 0);
    const flags = Object.keys(amlBits) as AmlFlag[]; // The keys of the table.
    return {
      type: counted('type'),
      status: counted('status'),
      ekyc: counted('ekyc'),
      form: counted('form'),
      bearer: counted('bearer'),
      aml: flags
        .map((flag) => ({ value: flag, captures: withFlag(amlBits[flag]) }))
        .filter(({ captures }) => captures > 0),
      tag: counted('tag', 'tags'),
    };
  }

  /** Removes captures that were erased, also if their tombstones were not followed yet. */
  forget(ids: readonly number[]): void {
    this.#transaction(() => ids.forEach((id) => this.#erase(id)));
  }

  /** Leaves nothing in the files of what is in no table any more. @throws an error of SQLite while another process reads or writes. */
  compact(): void {
    const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
    if (busy === 1) throw Object.assign(new Error('The index is in use'), { errcode: SQLITE_BUSY });
  }

  /** Fails while another process uses the tables: whoever waits for a lock of SQLite stops the whole process. */
  withoutWaiting(act: () => void): void {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      act();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  async #follow(): Promise<void> {
    for (let more = true; more;) {
      more = false;
      for (const path of this.#options.journals) if (await this.#followJournal(path)) more = true;
    }
    const lost = this.#options.lost();
    if (lost.length > 0) this.#transaction(() => lost.forEach((line) => this.#applyLine(line)));
    await this.#readBodies();
  }

  #applyLine(line: string): string | undefined {
    const read = parseJournalLine(line);
    if ('problem' in read) return read.problem;
    this.#apply(read.fact);
    return undefined;
  }

  /** @returns whether there may be more. */
  async #followJournal(path: string): Promise<boolean> {
    const name = basename(path);
    const before = this.#markOf(name);
    const part = await readJournalPart(path, before);
    if (part.continues && part.lines.length === 0) return false;
    return this.#transaction(() => {
      // Another process was faster.
      if (this.#markOf(name).offset !== before.offset) return true;
      if (!part.continues) this.#forget();
      this.#take(name, part, part.continues ? before.lines : 0);
      return true;
    });
  }

  #take(name: string, { lines, mark }: JournalPart, before: number): void {
    lines.forEach((line, index) => {
      if (line === '') return;
      const problem = this.#applyLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (problem === undefined) return;
      this.#run('INSERT OR REPLACE INTO problems VALUES (?, ?, ?)', name, before + index + 1, problem);
    });
    this.#run('INSERT OR REPLACE INTO journals VALUES (?, ?)', name, checked(mark));
  }

  #apply(fact: JournalEntry): void {
    switch (fact.kind) {
      case 'captured':
        return this.#run(
          `INSERT OR REPLACE INTO captures (id, fact, received_at, bytes, complete, bearer, answer, sha256)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          fact.id,
          checked(fact),
          Date.parse(fact.receivedAt),
          fact.body.bytes,
          Number(fact.body.complete),
          fact.bearer,
          fact.answer,
          fact.body.sha256,
        );
      case 'erased':
        return this.#erase(fact.id);
      case 'tagged':
        for (const tag of fact.add) this.#run('INSERT OR IGNORE INTO tags VALUES (?, ?)', fact.capture, tag);
        for (const tag of fact.remove) this.#run('DELETE FROM tags WHERE capture = ? AND tag = ?', fact.capture, tag);
        return;
      case 'attempt':
      case 'forwarded':
        if (fact.outcome === 'started') return;
        return this.#run(
          `INSERT INTO outcomes VALUES (?, ?, ?, ?) ON CONFLICT (capture) DO UPDATE
           SET at = excluded.at, answered = excluded.answered, failure = excluded.failure WHERE excluded.at >= at`,
          fact.capture,
          fact.at,
          'status' in fact.outcome ? fact.outcome.status : null,
          'failure' in fact.outcome ? fact.outcome.failure : null,
        );
      case 'image':
    }
  }

  #erase(id: number): void {
    for (const [table, column] of erasable) this.#run(`DELETE FROM ${table} WHERE ${column} = ?`, id);
  }

  async #readBodies(): Promise<void> {
    for (;;) {
      const rows = this.#all('SELECT id, fact FROM captures WHERE summary IS NULL ORDER BY id LIMIT ?', READ_AT_ONCE);
      if (rows.length === 0) return;
      const summaries = await Promise.all(rows.map(({ fact }) => this.#options.summarize(readChecked(fact, captured))));
      this.#transaction(() => {
        rows.forEach(({ id }, index) => this.#keepSummary(Number(id), summaries[index] ?? unread));
      });
    }
  }

  #keepSummary(id: number, found: CaptureSummary): void {
    this.#run(
      `UPDATE captures SET summary = ?, json = ?, type = ?, nounce = ?, slug = ?, form = ?, status = ?, ekyc = ?, aml = ?
       WHERE id = ?`,
      checked(found),
      Number(found.json),
      found.type ?? null,
      found.nounce ?? null,
      found.slug ?? null,
      found.form ?? null,
      found.status ?? null,
      found.ekyc ?? null,
      (found.aml ?? []).reduce((bits, flag) => bits | amlBits[flag], 0),
      id,
    );
  }

  #forget(): void {
    for (const table of ['journals', 'problems', 'captures', 'tags', 'outcomes']) this.#run(`DELETE FROM ${table}`);
  }

  #markOf(name: string): JournalMark {
    const row = this.#all('SELECT mark FROM journals WHERE name = ?', name)[0];
    return row === undefined ? beginning : readChecked(row['mark'], journalMark);
  }

  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  #statement(sql: string): ReturnType<DatabaseSync['prepare']> {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #all(sql: string, ...values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
    return this.#statement(sql).all(...values);
  }

  #transaction<Result>(change: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

const PAGE_ROWS = 500;
const READ_AT_ONCE = 64;
const unread: CaptureSummary = { json: false, images: 0 };
const erasable = [
  ['captures', 'id'],
  ['tags', 'capture'],
  ['outcomes', 'capture'],
] as const;

function tagsOf(tags: SQLOutputValue | undefined): string[] {
  try {
    return JSON.parse(String(tags)) as string[]; // SQLite makes an array of texts.
  } catch (cause) {
    throw new IndexRowError('A tag is not text', { cause });
  }
}

function toEntry({ id, fact, summary, tags, answered, failure }: Record<string, SQLOutputValue>): CaptureEntry {
  const entry = readChecked(fact, captured);
  if (entry.id !== id) throw new IndexRowError('A row is of another capture');
  return {
    captured: entry,
    // Null for what was appended since.
    summary: summary === null ? unread : readChecked(summary, captureSummary),
    tags: tags === '[]' ? [] : tagsOf(tags),
    ...(typeof failure === 'string' && { lastOutcome: { failure } }),
    ...(typeof answered === 'number' && { lastOutcome: { status: answered } }),
  };
}
