import { copyFile, mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, verifyArchive } from '../src/index.ts';
import { changeDatabase, details, streamOf, writeArchive } from './written-archive.ts';

let cwd: string;
let folder: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-foreign-'));
  folder = join(cwd, 'archive');
});

afterEach(() => rm(cwd, { recursive: true }));

/** Makes the database anew, with the tables of somebody else. */
async function forge(sql: string): Promise<void> {
  await mkdir(folder);
  changeDatabase(folder, sql);
}

const ENDLESS = 'WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n';

describe('an archive from somebody else', () => {
  it.each([
    ['a table whose name is SQL', `CREATE TABLE "x""; ATTACH 'stolen' AS s; CREATE TABLE s.t (a); --" (a)`],
    ['an endless view', `CREATE VIEW captures AS ${ENDLESS}`],
    ['a table of another application', 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)'],
  ])('is refused with %s', async (_, sql) => {
    await forge(sql);
    for (const readOnly of [true, false])
      expect(() => Archive.open(folder, { readOnly })).toThrow(
        'is not an archive that this idvkit reads: its archive.db has other tables',
      );
    await expect(open(join(cwd, 'stolen'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    ['a trigger', 'CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM captures; END'],
    ['one more view', `CREATE VIEW endless AS ${ENDLESS}`],
    ['one more index', 'CREATE INDEX more ON captures (type)'],
    ['one table less', 'DROP TABLE images'],
    ['a column with a default', "ALTER TABLE runs ADD COLUMN more TEXT DEFAULT (load_extension('/tmp/x'))"],
  ])('is refused with %s', async (_, sql) => {
    await writeArchive(folder, ['{}']);
    changeDatabase(folder, sql);
    for (const readOnly of [true, false])
      expect(() => Archive.open(folder, { readOnly })).toThrow(
        /is not an archive that this idvkit reads: its archive\.db (has other|lacks) tables/,
      );
  });

  it('is refused with two tables on one page', async () => {
    await writeArchive(folder, ['{}']);
    const path = join(folder, 'archive.db');
    const database = new DatabaseSync(path, { defensive: false });
    database.exec(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'tags') WHERE name = 'runs'",
    );
    database.close();
    expect(() => Archive.open(folder, { readOnly: true })).toThrow('two tables in one place');
  });

  it('is refused if pages point at each other, rather than read for ever', async () => {
    const archive = Archive.create(folder);
    const writer = archive.openWriter();
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => writer.keep(streamOf(`{"n":${n}}`), details)));
    await archive.close();
    const database = new DatabaseSync(join(folder, 'archive.db'));
    const root = Number(
      database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'captures'").get()?.['rootpage'],
    );
    database.close();
    const file = await open(join(folder, 'archive.db'), 'r+');
    const page = Buffer.alloc(4_096);
    await file.read(page, 0, page.length, (root - 1) * page.length);
    // An inner page (5) whose children are all the first one.
    expect(page[0]).toBe(5);
    const cells = page.readUInt16BE(3);
    const first = page.readUInt32BE(page.readUInt16BE(12));
    for (let cell = 0; cell < cells; cell += 1) page.writeUInt32BE(first, page.readUInt16BE(12 + 2 * cell));
    page.writeUInt32BE(first, 8);
    await file.write(page, 0, page.length, (root - 1) * page.length);
    await file.close();
    for (const readOnly of [true, false])
      expect(() => Archive.open(folder, { readOnly })).toThrow(`The database of "${folder}" is damaged`);
  });

  it.each([
    ['no database', 'not a database at all, but long enough to be one. '.repeat(100), 'is not a database'],
    ['nothing', '', 'is empty'],
  ])('is refused where archive.db is %s', async (_, content, state) => {
    await mkdir(folder);
    await writeFile(join(folder, 'archive.db'), content);
    expect(() => Archive.open(folder, { readOnly: true })).toThrow(`its archive.db ${state}`);
  });

  it.each(['archive.db', 'archive.db-wal', 'archive.db-shm', 'bodies'])(
    'is refused where %s is a link',
    async (part) => {
      await writeArchive(folder, ['{}']);
      const elsewhere = join(cwd, 'elsewhere');
      await (part === 'bodies' ? mkdir(elsewhere) : copyFile(join(folder, 'archive.db'), elsewhere));
      await rm(join(folder, part), { recursive: true, force: true });
      await symlink(elsewhere, join(folder, part));
      expect(() => Archive.open(folder, { readOnly: true })).toThrow(`its ${part} is a link or a special file`);
    },
  );

  it('is refused with a journal that SQLite would write back', async () => {
    await writeArchive(folder, ['{}']);
    await writeFile(join(folder, 'archive.db-journal'), 'x');
    expect(() => Archive.open(folder)).toThrow('its archive.db-journal is not of an archive');
  });

  it('has no file read that a row names elsewhere', async () => {
    await writeArchive(folder, ['x'.repeat(70_000)]);
    await writeFile(join(folder, 'secret'), 'x'.repeat(70_000));
    changeDatabase(folder, "UPDATE captures SET file = '../secret'");
    const archive = Archive.open(folder, { readOnly: true });
    const { captured } = archive.find('1');
    expect(() => archive.openBody(captured)).toThrow('has a name that no archive gives');
    expect((await verifyArchive(archive)).faults).toEqual([{ kind: 'body-changed', id: 1 }]);
    await archive.close();
  });

  it('runs no statement but its own', async () => {
    await writeArchive(folder, ['{}']);
    const archive = Archive.open(folder);
    for (const sql of [
      `ATTACH '${cwd}/other' AS o`,
      'CREATE TABLE t (a)',
      'DROP TABLE images',
      "SELECT load_extension('x')",
    ])
      expect(() => archive.store.database.exec(sql)).toThrow('not authorized');
    await archive.close();
  });

  it('is opened as fast with two gigabytes of free pages', async () => {
    await writeArchive(folder, ['{}']);
    const path = join(folder, 'archive.db');
    const file = await open(path, 'r+');
    const header = Buffer.alloc(100);
    await file.read(header, 0, 100, 0);
    const pages = header.readUInt32BE(28);
    const all = 2 ** 19;
    // One trunk of the free list, which says that all further pages are free. They are a hole in the file.
    const trunk = Buffer.alloc(4_096);
    await file.write(trunk, 0, trunk.length, pages * 4_096);
    await file.truncate(all * 4_096);
    header.writeUInt32BE(all, 28);
    header.writeUInt32BE(pages + 1, 32);
    header.writeUInt32BE(all - pages, 36);
    await file.write(header, 0, 100, 0);
    await file.close();
    const before = process.cpuUsage();
    const archive = Archive.open(folder, { readOnly: true });
    expect(archive.captures()).toHaveLength(1);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
    expect((await verifyArchive(archive)).faults).toMatchObject([{ kind: 'database' }]);
    await archive.close();
  });
});
