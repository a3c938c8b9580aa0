import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { payloadSummary } from '@idvkit/schema/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { main } from '../src/lib/cli/main.ts';

const hits = [
  { match_types: ['name_exact'], doc: { name: 'Erika Mustermann', aka: [{ name: 'E.' }, { name: 'M.' }] } },
  { match_types: ['name_exact', 'year_of_birth'], doc: { name: 'Max', aka: [] } },
];
const entry = {
  output: { code: 200, status: 'success', content: { data: { hits } } },
  result: { is_found: true, is_in_sanctions: true, total_hits: 3 },
};
const run = {
  output: { provider: [entry] },
  result: { is_any_found: true, is_any_in_sanctions: true },
  values_list: ['is_any_in_sanctions'],
};
const payload = JSON.stringify({
  event: { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:00+00:00' },
  application: { slug: 's', status: 'complete', other_status: { ekyc: 'pass' } },
  extra: { ekyc: { face_compare: { score: 88.5, status: 'match' } }, identity_aml: { provider: [run] } },
});

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-analyze-'));
  await writeFile(join(cwd, 'a.json'), payload);
  await writeFile(join(cwd, 'a.json.gz'), gzipSync(payload));
  await writeFile(join(cwd, 'a.json.zst'), zstdCompressSync(payload));
  await writeFile(join(cwd, 'short.json.gz'), gzipSync(payload).subarray(0, -6));
  await writeFile(join(cwd, 'cut.json'), payload.slice(0, -20));
  await writeFile(join(cwd, 'empty.json'), '');
  await writeFile(join(cwd, 'many.ndjson'), `${payload}\n{"event":}\n\n${payload}\n`);
  await writeFile(join(cwd, 'profile.json'), '{"label":"doc.name"}');
});

afterAll(() => rm(cwd, { recursive: true }));

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, stdin: payload });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe('idv-analyze', () => {
  it('draws a summary', async () => {
    expect(await analyze('a.json')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "submit_form · complete · ekyc pass · face 88.5 · 710 B

      ███████████████·····    525 B  extra
      █████████████·······    452 B  extra.identity_aml
      █···················     48 B  extra.ekyc
      ██··················     88 B  event
      ██··················     63 B  application

      provider, run 1: sanctions
        2 hits of 3 reported, 176 B 200 success
        size per hit: min 76 B  p50 76 B  p95 76 B  p99 76 B  max 100 B
        match_types: 3 elements, at most 2 in one hit
        doc.aka: 2 elements, at most 2 in one hit
        match_types[]: name_exact 2, year_of_birth 1
        largest hits:
        ████████████████████    100 B  #0 ••• at byte 360
        ███████████████·····     76 B  #1 ••• at byte 461

      ! lacks id (application.id.integer, application)
      ! lacks no (application.no.derived, application)
      ! lacks submitted_at (application.submitted-at.set-when-complete, application)
      ! lacks answers (event.submit-form.payload, )
      ! lacks input, timestamp (aml.run.shape, extra.identity_aml.provider[0])
      ! lacks is_all_found, is_all_in_pep, is_any_in_pep, is_all_in_warnings, is_any_in_warnings, is_all_in_sanctions, is_all_in_adverse_media, is_any_in_adverse_media, is_all_in_fitness_probity, is_any_in_fitness_probity (aml.run.result-flags, extra.identity_aml.provider[0].result)
      ! face_compare must come with a successful try of both checks (face-compare.implies-both-passed, extra.ekyc.face_compare)
      ! total_hits says 3, and 2 hits are there: the provider may have cut them off (aml.entry.total-hits-differ, extra.identity_aml.provider[0].output.provider[0])

      ",
      }
    `);
  });

  it('prints the same as JSON, whatever way the payload comes', async () => {
    const outputs = await Promise.all(
      ['a.json', 'a.json.gz', 'a.json.zst', '-'].map((name) => analyze(name, '--json')),
    );
    const said = outputs.map(({ stdout }) => stdout.replace(/"source":"[^"]*",/, ''));
    expect(new Set(said).size).toBe(1);
    expect(payloadSummary.safeParse(JSON.parse(outputs[0]?.stdout ?? '')).success).toBe(true);
  });

  it('gives what was seen of an input that breaks off', async () => {
    const { stdout, stderr } = await analyze('short.json.gz', '--json');
    const summary = payloadSummary.parse(JSON.parse(stdout));
    expect([summary.complete, summary.problem]).toEqual([
      false,
      { code: 'unreadable', message: 'its compressed data is cut short' },
    ]);
    expect(summary.documents.map(({ complete, problem }) => [complete, problem?.code])).toEqual([
      [false, 'unreadable'],
    ]);
    expect(stderr).toMatch(/^idv-analyze: Cannot read "short\.json\.gz": its compressed data is cut short\.\n$/);
  });

  it('reads a document per line, and the others where one is malformed', async () => {
    const { code, stdout, stderr } = await analyze('many.ndjson', '--json');
    const summary = payloadSummary.parse(JSON.parse(stdout));
    const text = await readFile(join(cwd, 'many.ndjson'), 'utf8');
    const largest = summary.documents.map(
      ({ providers }) => providers[0]?.runs[0]?.entries[0]?.hits.largest[0] ?? { offset: 0, bytes: 0 },
    );
    expect(code).toBe(2);
    expect(summary.documentCount).toBe(3);
    expect(summary.documents.map(({ index, complete }) => [index, complete])).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
    expect(text.slice(largest[2]?.offset).startsWith(JSON.stringify(hits[0]))).toBe(true);
    expect(stderr).toContain('"many.ndjson", document in line 2 to its end: ');
  });

  it('finds a hit again, masked or as it is', async () => {
    const index = await analyze('a.json', '--index', 'a.idx');
    expect([index.code, index.stderr]).toEqual([
      0,
      'idv-analyze: Wrote "a.idx". It holds personal data; only you may read it.\n',
    ]);
    await writeFile(join(cwd, 'name.txt'), 'Erika Mustermann\n');
    const asItIs = `${JSON.stringify(hits[0])}\n`;
    for (const [...argv] of [
      ['--hit', '0'],
      ['--hit', '0', '--index', 'a.idx'],
      ['--where', 'name=@name.txt'],
      ['--where', 'doc.name=Erika Mustermann', '--index', 'a.idx'],
      ['--where', 'doc.aka[].name=M.', '--index', 'a.idx'],
    ]) {
      expect(await analyze('a.json', ...argv, '--reveal')).toEqual({ code: 0, stdout: asItIs, stderr: '' });
      const masked = await analyze('a.json', ...argv);
      expect(masked.stdout).not.toMatch(/Erika|"[EM]\./);
      expect(JSON.parse(masked.stdout)).toMatchObject({ match_types: ['name_exact'], doc: { name: '•••' } });
    }
    expect(await analyze('a.json', '--where', 'name=Nobody', '--index', 'a.idx')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'idv-analyze: No hit has that value.\n',
    });
    await writeFile(join(cwd, 'a2.json'), payload.replace('Max', 'Moritz'));
    expect(await analyze('a2.json', '--hit', '0', '--index', 'a.idx')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('it was made of another file than "a2.json"') as string,
    });
  });

  it('writes no hits of an input that was not read to its end', async () => {
    const { code, stderr } = await analyze('cut.json', '--hits', 'ndjson=cut.ndjson', '--hits', 'parquet=cut.parquet');
    expect(code).toBe(2);
    expect(stderr).toContain('Did not write "cut.parquet": not all was read.');
    expect((await readdir(cwd)).filter((name) => name.includes('cut.'))).toEqual(['cut.json']);
  });

  it('shows names where it is told to', async () => {
    const [masked, revealed] = await Promise.all([analyze('a.json'), analyze('a.json', '--reveal')]);
    expect([masked.stdout.includes('Mustermann'), revealed.stdout.includes('Mustermann')]).toEqual([false, true]);
  });

  it.each([
    [['cut.json', '--json'], 'Cannot read "cut.json" to its end: The input is cut off at byte'],
    [['short.json.gz'], 'Cannot read "short.json.gz": its compressed data is cut short.'],
    [['empty.json'], 'Cannot read "empty.json" to its end: The input is empty at byte 0'],
    [['none.json'], 'Cannot read "none.json": it does not exist.'],
    [['none'], 'Cannot read "none": it does not exist.'],
    [['-', '--index', 'x'], 'An index is of a file'],
    [['a.json', '--hits', 'xml=x'], '--hits takes a kind and a file'],
    [['a.json', '--hits', 'ndjson=/dev/full'], 'Cannot write "/dev/full": the disk is full.'],
    [['a.json', '--hit', '9'], 'Cannot show hit 9: there are 2 hits, counted from 0.'],
    [['a.json', '--hit', '1', '--index', 'a.json'], 'Cannot use the index "a.json": it is no index of hits'],
    [['a.json', '--where', 'name'], 'Cannot look for a hit: it is no PATH=VALUE.'],
    [['a.json', 'cut.json', '--hit', '1'], '--hit and --where look at one input, and there are 2.'],
    [['a.json', '--profile', 'profile.json'], 'Cannot use the profile "profile.json": values:'],
    [['a.json', '--topp', '3'], '--topp'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await analyze(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
