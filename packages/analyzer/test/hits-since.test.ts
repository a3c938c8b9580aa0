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

describe('idvkit analyze --since', () => {
  it('names hits that are new, gone and changed, by provider and id, with old and new values', async () => {
    const { code, stdout } = await analyze('new.json', '--since', 'old.json', '--json');
    const place = { provider: 'north', run: 0, entry: 0, label: '•••' };
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        format: 'idvkit.hit-changes',
        version: 1,
        complete: true,
        new: { count: 1, hits: [{ ...place, number: 0, fields: { score: ['1'] } }] },
        gone: { count: 1, hits: [{ ...place, number: 3, fields: { score: ['1'] } }] },
        changed: { count: 1, hits: [{ ...place, number: 2, before: { score: ['1'] }, after: { score: ['9'] } }] },
        unchanged: 2,
        withoutId: 1,
      },
    ]);
  });

  it.each(['hits', 'output'])('compares no payload with %s twice: some of its hits do not count', async (key) => {
    const json = payload(['north', [hit('a')]]);
    const at = json.indexOf(`"${key}":`);
    const end = key === 'hits' ? json.indexOf(']', at) + 1 : json.lastIndexOf('}]}}');
    const twice = `${json.slice(0, end)},"${key}":null${json.slice(end)}`;
    await writeFile(join(cwd, 'twice.json'), twice);
    expect(JSON.parse(twice)).not.toEqual(JSON.parse(json));
    for (const argv of [
      ['old.json', '--since', 'twice.json'],
      ['twice.json', '--since', 'old.json'],
    ]) {
      const { code, stdout, stderr } = await analyze(...argv, '--json');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('a key is twice, so some of its hits do not count.');
    }
  });

  it('draws them, and ends with 0 if there are none', async () => {
    const drawn = await analyze('new.json', '--since', 'old.json', '--reveal');
    expect(drawn.stdout).toMatchInlineSnapshot(`
      "  flags        north run 1 · flags unknown · not compared with entries
        flags        south run 1 · flags unknown · not compared with entries
        agree        name 0 of 6 · birth date 0 of 6 · country 0 of 6

        hit  list  match  score  name  born  country  byte
        #2   –     –      9      –     –     –        187
        #3   –     –      9      –     –     –        234
        #1   –     –      2      –     –     –        140
        #0   –     –      1      –     –     –        93
        #4   –     –      1      –     –     –        281
        #5   –     –      1      –     –     –        404

      1 new · 1 gone · 1 changed · 2 unchanged · 1 hit without an id not compared

        new     #0  north run 1 entry 1  Secret d  score 1

        gone    #3  north run 1 entry 1  Secret c  score 1

        changed #2  north run 1 entry 1  Secret a  score 1 → 9

      "
    `);
    const same = await analyze('old.json', '--since', 'old.json');
    expect([same.code, same.stdout.split('\n').find((line) => line.includes('gone'))]).toEqual([
      0,
      '0 new · 0 gone · 0 changed · 4 unchanged · 2 hits without an id not compared',
    ]);
  });

  it.each<[what: string, before: string, after: string, changed: string]>([
    [
      'members in another order',
      '{"doc":{"id":"a","name":"n"},"score":1}',
      '{"score":1.0,"doc":{"name":"n","id":"a"}}',
      '0 changed',
    ],
    [
      'a status and a list',
      '{"doc":{"id":"a","types":["pep"]},"match_status":"open"}',
      '{"doc":{"id":"a","types":["pep","sanction"]},"match_status":"true_positive"}',
      'match_status open → true_positive · doc.types[] pep → pep, sanction',
    ],
    [
      'a status that came',
      '{"doc":{"id":"a"}}',
      '{"doc":{"id":"a"},"match_status":"open"}',
      'match_status none → open',
    ],
    [
      'a member that the profile does not name',
      '{"doc":{"id":"a","x":1}}',
      '{"doc":{"id":"a","x":2}}',
      'fields that the profile does not name',
    ],
    [
      'digits that no number has',
      '{"doc":{"id":"a"},"x":12345678901234567890}',
      '{"doc":{"id":"a"},"x":12345678901234567891}',
      '1 changed',
    ],
  ])('tells what changed: %s', async (_, before, after, changed) => {
    const write = (name: string, hit: string): Promise<void> =>
      writeFile(join(cwd, name), payload(['p', ['HIT']]).replace('"HIT"', hit));
    await Promise.all([write('before.json', before), write('after.json', after)]);
    expect((await analyze('after.json', '--since', 'before.json')).stdout).toContain(changed);
  });

  it('compares packed files and lines, too', async () => {
    const text = await readFile(join(cwd, 'old.json'));
    await writeFile(join(cwd, 'old.ndjson.gz'), gzipSync(text));
    const same = await analyze('old.json', '--since', 'old.ndjson.gz');
    expect([same.code, same.stderr]).toEqual([0, '']);
  });

  it('does not compare with a payload that is cut off, missing, or several', async () => {
    await writeFile(join(cwd, 'cut.json'), (await readFile(join(cwd, 'old.json'))).subarray(0, -9));
    await mkdir(join(cwd, 'two'), { recursive: true });
    await Promise.all(['a', 'b'].map((name) => copyFile(join(cwd, 'old.json'), join(cwd, 'two', `${name}.json`))));
    const refused = await Promise.all(
      ['cut.json', 'missing.json', 'two'].map((name) => analyze('new.json', '--since', name)),
    );
    expect(refused.map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    expect(refused.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      expect.stringContaining('Cannot read "cut.json" to its end'),
      expect.stringContaining('Cannot read "missing.json"'),
      'idvkit: --since looks at one input, and there are 2.',
    ]);
  });

  it.each([
    ['--report', 'hits=hits', 'the only report is html=FILE'],
    ['--report', 'submissions=rows', 'the only report is html=FILE'],
    ['--merge', 'summary.json', "cannot be used with option '--merge"],
  ])('refuses %s %s, which it would ignore', async (option, value, message) => {
    const { code, stderr } = await analyze('new.json', '--since', 'old.json', option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('writes a page whose evidence counts them', async () => {
    const { code } = await analyze('new.json', '--since', 'old.json', '--report', 'html=page.html');
    const page = await readFile(join(cwd, 'page.html'), 'utf8');
    expect([code, /Since the earlier payload: [^<]*/.exec(page)?.[0]]).toEqual([
      1,
      'Since the earlier payload: 1 new · 1 gone · 1 changed · 2 unchanged · 1 hit without an id not compared',
    ]);
    expect(page).not.toContain('Secret');
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
