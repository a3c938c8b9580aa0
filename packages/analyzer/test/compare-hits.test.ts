import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createScanner } from '../src/lib/scan/wasm/wasm-scanner.ts';
import { main } from './command-line.ts';

let cwd: string;

const payload = (...providers: readonly (readonly [name: string, hits: readonly unknown[]])[]): string =>
  JSON.stringify({
    extra: {
      identity_aml: Object.fromEntries(
        providers.map(([name, hits]) => [
          name,
          [{ output: { [name]: [{ output: { content: { data: { hits } } } }] } }],
        ]),
      ),
    },
  });
const hit = (id: string, score = 1): unknown => ({ score, doc: { id, name: `Secret ${id}` } });

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, stdin: '' });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-compare-'));
  const old = payload(['north', [hit('a'), hit('b'), hit('b', 2), hit('c'), {}]], ['south', [hit('a')]]);
  await writeFile(join(cwd, 'old.json'), old);
  await writeFile(
    join(cwd, 'new.json'),
    payload(['north', [hit('d'), hit('b', 2), hit('a', 9), hit('a', 9), hit('d')]], ['south', [hit('a')]]),
  );
  await analyze('old.json', '--index', 'old.idx');
});

afterAll(() => rm(cwd, { recursive: true }));

describe('idvkit analyze --compare-hits', () => {
  it('names hits that are new, gone and changed, by provider and id', async () => {
    const { code, stdout } = await analyze('new.json', '--compare-hits', 'old.idx', '--json');
    expect(code).toBe(1);
    const changes = JSON.parse(stdout) as Record<'new' | 'gone' | 'changed', { count: number; hits: unknown[] }>;
    expect(changes).toMatchObject({ complete: true, unchanged: 2, withoutId: 1 });
    expect([changes.new, changes.gone, changes.changed]).toMatchObject([
      { count: 1, hits: [{ provider: 'north', run: 0, entry: 0, number: 0, index: 0 }] },
      { count: 1, hits: [{ provider: 'north', run: 0, entry: 0, number: 3 }] },
      { count: 1, hits: [{ provider: 'north', run: 0, entry: 0, number: 2, index: 2 }] },
    ]);
    expect(stdout).not.toContain('Secret');
  });

  it('draws them, and ends with 0 if there are none', async () => {
    const drawn = await analyze('new.json', '--compare-hits', 'old.idx');
    expect(drawn.stdout).toMatchInlineSnapshot(`
      "1 new · 1 gone · 1 changed · 2 unchanged · 1 hit without an id not compared

        new          north run 1 entry 1 · #0
        gone         north run 1 entry 1 · #3
        changed      north run 1 entry 1 · #2

      "
    `);
    const same = await analyze('old.json', '--compare-hits', 'old.idx');
    expect([same.code, same.stdout.split('\n')[0]]).toEqual([
      0,
      '0 new · 0 gone · 0 changed · 4 unchanged · 2 hits without an id not compared',
    ]);
  });

  it('refuses a file that is no index, and an index of another id', async () => {
    await writeFile(join(cwd, 'profile.json'), '{"label":"doc.name","id":"other","values":[]}');
    const refused = await Promise.all([
      analyze('new.json', '--compare-hits', 'old.json'),
      analyze('new.json', '--compare-hits', 'old.idx', '--profile', 'profile.json'),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([2, 2]);
    expect(refused[0]?.stderr).toContain('it is no index of hits');
    expect(refused[1]?.stderr).toContain('its profile has another path to the id of a hit');
  });

  it('refuses an index with gigabytes after its hits', async () => {
    await copyFile(join(cwd, 'old.idx'), join(cwd, 'long.idx'));
    await truncate(join(cwd, 'long.idx'), 5 * 2 ** 30);
    const { code, stderr } = await analyze('new.json', '--compare-hits', 'long.idx');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot use the index "long.idx": it is damaged')]);
  });

  it.each([
    ['--html', 'page.html'],
    ['--hits', 'ndjson=hits'],
    ['--submissions', 'parquet=rows'],
    ['--index', 'new.idx'],
    ['--merge', 'summary.json'],
    ['--follow'],
  ])('refuses %s, which it would ignore', async (...option) => {
    const { code, stderr } = await analyze('new.json', '--compare-hits', 'old.idx', ...option);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`cannot be used with option '${option[0]}`)]);
  });

  it('rests on a hash of ids that files hold: raise IDENTITY_VERSION if it changes', () => {
    const identities: number[] = [];
    const scanner = createScanner(
      {
        open: (kind) => (kind === 'array' ? 'hits' : 'tokens'),
        close: () => {},
        key: () => {},
        scalar: () => {},
        wantsText: () => false,
        hits: (batch) => identities.push(...batch.identities),
      },
      { measures: { id: ['identity'] } },
    );
    scanner.write(new TextEncoder().encode('[{"id":"a"},{"id":"Ünïcode"},{"id":17}]'));
    scanner.end();
    expect(identities).toMatchInlineSnapshot(`
      [
        2803324249463570,
        1811743364950193,
        1616751068284596,
      ]
    `);
  });
});

describe('idvkit analyze --files-from', () => {
  it.each([
    ['lines', 'old.json\nnew.json\n'],
    ['NUL', 'old.json\0new.json\0'],
  ])('adds the inputs of a list that is separated by %s', async (_, list) => {
    await writeFile(join(cwd, 'list'), list);
    const { code, stdout } = await analyze('--files-from', 'list', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { format: 'idvkit.corpus-summary', payloads: 2, hits: 12 }]);
  });

  it('refuses a list without a name, which a search that found nothing writes', async () => {
    await writeFile(join(cwd, 'list'), '\n');
    const { code, stderr } = await analyze('--files-from', 'list');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot read the list "list": it names no input.')]);
  });

  it('says which input of the list does not exist, and reads the others', async () => {
    await writeFile(join(cwd, 'list'), 'missing.json\nold.json\nnew.json\n');
    const { code, stdout, stderr } = await analyze('--files-from', 'list', '--json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot read "missing.json"')]);
    expect(JSON.parse(stdout)).toMatchObject({ payloads: 2, unread: 1, hits: 12, complete: false });
  });
});
