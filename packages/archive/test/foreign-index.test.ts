import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, type CaptureEntry } from '../src/index.ts';
import { formatCheckedLine, parseCheckedLine } from '../src/lib/journal-line.ts';
import { writeArchive } from './written-archive.ts';

const bodies = [
  '{"event":{"type":"submit_form"}}',
  '{"event":{"type":"update_status"}}',
  '{"event":{"type":"drop_off"}}',
];

let parent: string;
let folder: string;
let index: string;
let entries: CaptureEntry[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'idvkit-foreign-index-'));
  folder = join(parent, 'archive');
  index = join(folder, 'index.sqlite');
  await writeArchive(folder, bodies);
  entries = await listed();
});

afterEach(() => rm(parent, { recursive: true }));

async function listed(): Promise<CaptureEntry[]> {
  const archive = await Archive.open(folder);
  const found: CaptureEntry[] = [];
  try {
    for await (const entry of archive.list({})) found.push(entry);
  } finally {
    await archive.close();
  }
  return found;
}

/** Puts an index into the archive that was made by hand. */
async function forge(make: (database: DatabaseSync) => void, from: 'own' | 'new' = 'own'): Promise<void> {
  if (from === 'new')
    for (const name of await readdir(folder)) if (name.startsWith('index')) await rm(join(folder, name));
  const database = new DatabaseSync(index, { defensive: false });
  make(database);
  database.close();
}

function schemaOf(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT type, name FROM sqlite_schema ORDER BY rowid').all();
  database.close();
  return rows;
}

/** Names of tables that older releases put into a statement. */
const injection = (file: string): string => {
  const name = `x"; COMMIT; ATTACH DATABASE '${file}' AS p; CREATE TABLE p.owned (a); BEGIN; --`;
  return `CREATE TABLE "${name.replaceAll('"', '""')}" (a); CREATE TABLE x (a);`;
};

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const RECREATED = `CREATE TABLE captures (id INTEGER PRIMARY KEY, fact TEXT, received_at, bytes, complete, bearer, answer, sha256,
  summary TEXT, json, type, nounce, slug, form, status, ekyc, aml`;

describe('an index that was made by hand', () => {
  it('runs no SQL by the name of a table', async () => {
    const file = join(parent, 'owned');
    await forge((database) => database.exec(`${injection(file)} PRAGMA user_version = 1`), 'new');
    expect(await listed()).toEqual(entries);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['a table more', 'CREATE TABLE more (a)'],
    ['an index more', 'CREATE INDEX more ON captures (form)'],
    ['an index less', 'DROP INDEX captures_by_type'],
    ['a view more', `CREATE VIEW more AS ${ENDLESS} SELECT i FROM n`],
    [
      'a trigger that hides captures',
      'CREATE TRIGGER more AFTER UPDATE ON captures BEGIN DELETE FROM captures WHERE id = 2; END',
    ],
    [
      'a generated column',
      `DROP TABLE captures; ${RECREATED}, more AS (json_extract(fact, '$.id')));
       CREATE INDEX captures_by_type ON captures (type); CREATE INDEX captures_by_slug ON captures (slug);
       CREATE INDEX captures_by_sha256 ON captures (sha256); CREATE INDEX captures_unread ON captures (id) WHERE summary IS NULL`,
    ],
    ['a virtual table', 'DROP TABLE tags; CREATE VIRTUAL TABLE tags USING fts5 (capture, tag)'],
    [
      'two tables on one page',
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'problems') WHERE name = 'journals'`,
    ],
    [
      'a statement that cannot be parsed',
      `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE tags (' WHERE name = 'tags'`,
    ],
  ])('is deleted and made again if it has %s', async (_, sql) => {
    const own = schemaOf(index);
    await forge((database) => {
      database.exec(`${sql}; DELETE FROM journals`);
    });
    expect(await listed()).toEqual(entries);
    expect(schemaOf(index)).toEqual(own);
  });

  it('has no statement that never ends', async () => {
    await forge((database) => {
      const columns = 'fact, received_at, bytes, complete, bearer, answer, sha256, summary, json, type, form, aml';
      database.exec(`DROP TABLE captures;
        CREATE VIEW captures AS ${ENDLESS} SELECT i AS id, ${columns.replaceAll(/\w+/g, 'NULL AS $&')} FROM n`);
    });
    // In a process that can be ended: SQLite gives control back only after a statement.
    const program = `import { Archive } from '@idvkit/archive';
      const archive = await Archive.open(process.argv[1]);
      console.log(await archive.count());
      await archive.close();`;
    const counted = execFileSync(process.execPath, ['--input-type=module', '-e', program, folder], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    expect(counted).toBe('3\n');
  });

  it.each([
    ['a segment outside of the archive', 'captures', 'fact', { body: { segment: { name: '../x', start: 0, end: 9 } } }],
    ['a method with a control character', 'captures', 'fact', { method: 'GET\u001B' }],
    ['a path of another host', 'captures', 'fact', { path: '@other.example/' }],
    ['a summary of other types', 'captures', 'summary', { type: 7, aml: 'pep' }],
    ['a mark before the beginning of the journal', 'journals', 'mark', { offset: -5, tail: '' }],
  ])('is made again if a row has %s', async (_, table, column, forged) => {
    await forge((database) => {
      const where = table === 'captures' ? 'id = 2' : "name LIKE 'journal%'";
      const row = database.prepare(`SELECT ${column} AS text FROM ${table} WHERE ${where}`).get();
      const read = parseCheckedLine(String(row?.['text']));
      if ('problem' in read) throw new Error('The row is whole');
      const value = Object(read.value) as { body?: object };
      const body = 'body' in forged ? { body: { ...value.body, ...forged.body } } : {};
      const line = formatCheckedLine({ ...value, ...forged, ...body }).trimEnd();
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(line);
    });
    expect(await listed()).toEqual(entries);
  });
});

describe('the files of an index', () => {
  it.skipIf(process.platform === 'win32').each(['index.sqlite', 'index.sqlite-wal', 'writer.lock'])(
    'are refused if %s is a pipe, which would never open',
    async (name) => {
      await rm(join(folder, name), { force: true });
      execFileSync('mkfifo', [join(folder, name)]);
      await expect(Archive.open(folder)).rejects.toThrow(`"${name}" in "${folder}" is a link or a special file`);
    },
  );
});
