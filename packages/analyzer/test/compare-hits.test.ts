import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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
});

afterAll(() => rm(cwd, { recursive: true }));

describe('idvkit analyze --compare-hits', () => {
  it('names hits that are new, gone and changed, by provider and id', async () => {
    const { code, stdout } = await analyze('new.json', '--compare-hits', 'old.json', '--json');
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
    const drawn = await analyze('new.json', '--compare-hits', 'old.json');
    expect(drawn.stdout).toMatchInlineSnapshot(`
      "1 new · 1 gone · 1 changed · 2 unchanged · 1 hit without an id not compared

        new          north run 1 entry 1 · #0
        gone         north run 1 entry 1 · #3
        changed      north run 1 entry 1 · #2

      "
    `);
    const same = await analyze('old.json', '--compare-hits', 'old.json');
    expect([same.code, same.stdout.split('\n')[0]]).toEqual([
      0,
      '0 new · 0 gone · 0 changed · 4 unchanged · 2 hits without an id not compared',
    ]);
  });

  it('compares packed files and lines, too', async () => {
    const text = await readFile(join(cwd, 'old.json'));
    await writeFile(join(cwd, 'old.ndjson.gz'), gzipSync(text));
    const same = await analyze('old.json', '--compare-hits', 'old.ndjson.gz');
    expect([same.code, same.stderr]).toEqual([0, '']);
  });

  it('does not compare with a payload that is cut off, missing, or several', async () => {
    await writeFile(join(cwd, 'cut.json'), (await readFile(join(cwd, 'old.json'))).subarray(0, -9));
    await mkdir(join(cwd, 'two'), { recursive: true });
    await Promise.all(['a', 'b'].map((name) => copyFile(join(cwd, 'old.json'), join(cwd, 'two', `${name}.json`))));
    const refused = await Promise.all(
      ['cut.json', 'missing.json', 'two'].map((name) => analyze('new.json', '--compare-hits', name)),
    );
    expect(refused.map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    expect(refused.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      expect.stringContaining('Cannot read "cut.json" to its end'),
      expect.stringContaining('Cannot read "missing.json"'),
      'idvkit: --compare-hits looks at one input, and there are 2.',
    ]);
  });

  it.each([
    ['--html', 'page.html'],
    ['--hits', 'ndjson=hits'],
    ['--submissions', 'parquet=rows'],
    ['--merge', 'summary.json'],
  ])('refuses %s, which it would ignore', async (...option) => {
    const { code, stderr } = await analyze('new.json', '--compare-hits', 'old.json', ...option);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`cannot be used with option '${option[0]}`)]);
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
