import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { corpusSummary, payloadSummary } from '@idvkit/schema/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';

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
  await writeFile(join(cwd, 'two.ndjson'), `${payload}\n${payload}\n`);
  await writeFile(join(cwd, 'profile.json'), '{"label":"doc.name"}');
});

afterAll(() => rm(cwd, { recursive: true }));

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, stdin: payload });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe('idvkit analyze, of a long corpus', () => {
  it.each([
    [[], 0],
    [['--workers', '2'], 1],
  ])('starts no thread unless it is told to, since each takes more of the processor: %j', async (options, threads) => {
    const line = `{"event":${' '.repeat(1_000_000)}{}}\n`;
    await writeFile(join(cwd, 'long.ndjson'), line.repeat(20));
    let started = 0;
    const count = (): void => void (started += 1);
    process.on('worker', count);
    try {
      const { code, stdout } = await analyze('long.ndjson', '--json', ...options);
      expect([code, JSON.parse(stdout), started]).toMatchObject([0, { payloads: 20 }, threads]);
    } finally {
      process.off('worker', count);
    }
  });
});

describe('idvkit analyze, of what broke off', () => {
  it('does not say that there are no hits if the first one is cut', async () => {
    await writeFile(join(cwd, 'in-hit.json'), payload.slice(0, payload.indexOf('Erika')));
    const { stdout } = await analyze('in-hit.json');
    expect(stdout.split('\n', 1)).toEqual([
      `submit_form · complete · ekyc pass · face 88.5 · no whole hit · incomplete: ${payload.indexOf('Erika')} B read`,
    ]);
  });

  it('does not say that nobody was found if a run found somebody on no list', async () => {
    await writeFile(
      join(cwd, 'found.json'),
      payload.replaceAll('"is_any_in_sanctions":true', '"is_any_in_sanctions":false'),
    );
    const { stdout } = await analyze('found.json');
    expect(/^ {2}flags .*$/m.exec(stdout)?.[0]).toMatch(/^ {2}flags {8}found, on no list/);
  });
});

describe('idvkit analyze, of several documents', () => {
  it.each([
    ['one per line', `${payload}\n${payload}`],
    ['over several lines', `${JSON.stringify(JSON.parse(payload), null, 2)}\n${payload}`],
  ])('says how to read them: %s', async (_, text) => {
    await writeFile(join(cwd, 'several.json'), text);
    const { code, stderr } = await analyze('several.json');
    expect([code, stderr.replace(/ at byte \d+ \(.*\)/, '')]).toEqual([
      2,
      'idvkit: Cannot read "several.json" to its end: Expected the end of the input but found "{". It holds several documents. If each is on a line of its own, add --lines. If not: jq -c . FILE | idvkit analyze - --lines\n',
    ]);
  });

  it('says how to read lines that are no documents', async () => {
    await writeFile(join(cwd, 'pretty.json'), JSON.stringify(JSON.parse(payload), null, 2));
    const { stderr } = await analyze('pretty.json', '--lines');
    expect(stderr.split('\n', 1)).toEqual([
      'idvkit: Cannot read "pretty.json", document in line 1 to its end: The input is cut off at byte 1 (line 1, column 2). If documents have several lines: jq -c . FILE | idvkit analyze - --lines',
    ]);
  });
});

describe('idvkit analyze, of payloads in something else', () => {
  it.each<[what: string, document: unknown, program: string]>([
    ['an array', [JSON.parse(payload)], '.[]'],
    ['a member', { body: JSON.parse(payload) }, '.body'],
    ['texts in an array of objects', { Records: [{ id: 1, body: payload }] }, '.Records[].body|fromjson'],
    ['a text', payload, '.|fromjson'],
  ])('says how to take them out: %s', async (_, document, program) => {
    await writeFile(join(cwd, 'wrapped.json'), JSON.stringify(document));
    const { code, stderr } = await analyze('wrapped.json');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `idvkit: "wrapped.json" has no event, application, answers or extra, but holds payloads. Run jq -c '${program}' FILE | idvkit analyze - --lines.\n`,
    });
  });

  it('says that there are none', async () => {
    await writeFile(join(cwd, 'other.json'), '{"a":[1,{"b":"text"}]}');
    expect((await analyze('other.json')).stderr).toBe(
      'idvkit: "other.json" has no event, application, answers or extra.\n',
    );
  });
});

describe('idvkit analyze', () => {
  it('draws a summary', async () => {
    expect(await analyze('a.json')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "submit_form · complete · ekyc pass · face 88.5 · 2 hits · 710 B

        flags        sanctions · agrees with 1 entry
        agree        name 0 of 2 · birth date 0 of 2 · country 0 of 2

        hit  list  match          score  name  born  country  byte
        #0   –     name_exact     –      –     –     –        360
        #1   –     name_exact, …  –      –     –     –        461

        hits         provider run 1 · 2 of 3 reported · sanctions
        match type   name_exact 2 · year_of_birth 1

      ███████████████····· 525 B  extra
      █████████████······· 452 B  extra.identity_aml
      █···················  48 B  extra.ekyc
      ██··················  88 B  event
      ██··················  63 B  application

        hit size     min 76 B  p50 76 B  p95 76 B  p99 76 B  max 100 B
        per hit      match_types 1.5 (max 2) · doc.aka 1.0 (max 2)
        largest      100 B #0 · 76 B #1

      ! total_hits says 3, and 2 hits are there: the pr… aml.entry.total-hits-differ
      ! lacks id application.id.integer
      ! lacks no application.no.derived
      ! lacks submitted_at application.submitted-at.set-when-complete
      ! lacks input, timestamp aml.run.shape
        and 4 more kinds of warnings: see --report html=FILE or --json

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
    expect(stderr).toMatch(/^idvkit: Cannot read "short\.json\.gz": its compressed data is cut short\.\n$/);
  });

  it('says once why an input is not whole, and how much of it was read', async () => {
    await writeFile(join(cwd, 'broken.json'), '{"a":1,}');
    const { stdout, stderr } = await analyze('broken.json');
    expect(stdout).toMatch(/^payload · incomplete: \d B read\n/);
    expect(stdout).not.toContain('Expected');
    expect(stderr).toBe(
      'idvkit: Cannot read "broken.json" to its end: Expected a key but found "}" at byte 7 (line 1, column 8).\n',
    );
    expect(await analyze('empty.json')).toMatchObject({ code: 2, stdout: '' });
  });

  it('reads a document per line, and the others where one is malformed', async () => {
    const { code, stdout, stderr } = await analyze('many.ndjson', '--json', '--report', 'html=many.html');
    const corpus = corpusSummary.parse(JSON.parse(stdout));
    expect([code, corpus.complete, corpus.payloads, corpus.incomplete, corpus.hits]).toEqual([2, false, 3, 1, 4]);
    expect(stderr).toContain('"many.ndjson", document in line 2 to its end: ');
    expect(await readFile(join(cwd, 'many.html'), 'utf8')).toContain('3 payloads');
  });

  it('merges what other runs have summed up', async () => {
    const first = await analyze('a.json', 'a.json.gz', '--json');
    await writeFile(join(cwd, 'first.corpus.json'), first.stdout);
    const merged = await analyze('two.ndjson', '--merge', 'first.corpus.json', '--json');
    const whole = await analyze('a.json', 'a.json.gz', 'two.ndjson', '--json');
    expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(whole.stdout));
    expect((await analyze('--merge', 'first.corpus.json', '--json')).stdout).toBe(first.stdout);
  });

  it('merges the summary of one payload, and one that is given twice once', async () => {
    await writeFile(join(cwd, 'one.summary.json'), (await analyze('a.json', '--json')).stdout);
    const merges = ['--merge', 'one.summary.json', '--merge', 'one.summary.json'];
    const { code, stdout, stderr } = await analyze('two.ndjson', ...merges, '--json');
    const whole = await analyze('a.json', 'two.ndjson', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([whole.code, JSON.parse(whole.stdout)]);
    expect(stderr).toContain('idvkit: Counted "one.summary.json" once: it equals "one.summary.json".\n');
  });

  it('says what it did not come to where it is interrupted', async () => {
    for (const workers of ['1', '2']) {
      const io = createTestIo({ cwd });
      io.interrupt();
      const code = await main(['a.json', 'two.ndjson', 'a.json.gz', '--json', '--workers', workers], io);
      const corpus = corpusSummary.parse(JSON.parse(io.stdoutText));
      expect([code, corpus.complete, corpus.payloads, corpus.unread]).toEqual([130, false, 0, 3]);
    }
  });

  it('prints the shape of hits, and what changed in it', async () => {
    const printed = await analyze('shape', 'a.json');
    expect(printed.stdout).toMatchInlineSnapshot(`
      "Hits of provider: 2 seen, 8 paths

      (hit)           object         88 B, at most 100 B
      doc             object  100 %  43 B, at most 63 B
      doc.aka         array   100 %  16 B, at most 29 B, 1.0 elements, at most 2
      doc.aka[]       object         13 B, at most 13 B
      doc.aka[].name  string  100 %  4 B, at most 4 B
      doc.name        string  100 %  12 B, at most 18 B
      match_types     array   100 %  22 B, at most 30 B, 1.5 elements, at most 2
      match_types[]   string         13 B, at most 15 B

      "
    `);
    const schema = await analyze('shape', 'a.json', '--json');
    await writeFile(join(cwd, 'shape.json'), schema.stdout);
    await writeFile(join(cwd, 'renamed.json'), payload.replaceAll('"match_types"', '"matches"'));
    expect(await analyze('shape', 'a.json', '--since', 'shape.json')).toEqual({
      code: 0,
      stdout: 'The hits of provider have the shape that they had.\n\n',
      stderr: '',
    });
    expect(await analyze('shape', 'renamed.json', '--since', 'shape.json')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "Hits of provider: 2 changes

      - match_types  removed: array, in 100 %
      + matches  added: array, in 100 %

      ",
      }
    `);
  });

  it('counts offsets in lines from the start of the file', async () => {
    const { code } = await analyze('two.ndjson', '--report', 'hits=two.hits');
    const text = await readFile(join(cwd, 'two.ndjson'), 'utf8');
    const rows = (await readFile(join(cwd, 'two.hits'), 'utf8')).trimEnd().split('\n');
    const parsed = rows.map(
      (row) => JSON.parse(row) as { document: number; start_byte: number; bytes: number; hit_json: unknown },
    );
    expect(code).toBe(0);
    expect(parsed.map(({ document }) => document)).toEqual([0, 0, 1, 1]);
    for (const { start_byte, bytes, hit_json } of parsed)
      expect(JSON.parse(text.slice(start_byte, start_byte + bytes))).toEqual(hit_json);
  });

  it.each(['a.json', 'a.json.gz', '-'])('writes all hits of %s as they are', async (name) => {
    const { code, stderr } = await analyze(name, '--report', 'hits=all.hits');
    const rows = (await readFile(join(cwd, 'all.hits'), 'utf8')).trimEnd().split('\n');
    expect([code, stderr]).toEqual([0, 'idvkit: Wrote "all.hits". It holds personal data; only you may read it.\n']);
    expect(rows.map((row) => (JSON.parse(row) as { hit_json: unknown }).hit_json)).toEqual(hits);
  });

  it('sums up many inputs the same in one thread and in several', async () => {
    const inputs = ['a.json', 'a.json.gz', 'many.ndjson', 'two.ndjson'];
    const [one, several] = await Promise.all(
      ['1', '2'].map((workers) => analyze(...inputs, '--json', '--workers', workers)),
    );
    expect(JSON.parse(several?.stdout ?? '')).toEqual(JSON.parse(one?.stdout ?? ''));
    expect(several?.stderr).toBe(one?.stderr);
    expect([one?.code, several?.code]).toEqual([2, 2]);
  });

  it('shares the lines of one file among threads, and names lines', async () => {
    const wide = payload.replace(
      '{',
      `{"padding":${JSON.stringify(Array.from({ length: 900 }, () => 'x'.repeat(40)))},`,
    );
    const lines = Array.from({ length: 300 }, (_, index) => (index % 120 === 70 ? wide.slice(0, -index) : wide));
    lines[200] = wide.replace('"padding":[', `"padding":["${'y'.repeat(900)}",`);
    await writeFile(join(cwd, 'wide.ndjson'), `${lines.join('\n')}\n`);
    const [one, two, three] = await Promise.all(
      ['1', '2', '3'].map((workers) => analyze('wide.ndjson', '--json', '--workers', workers)),
    );
    expect(two).toEqual(one);
    expect(three).toEqual(one);
    expect(one?.code).toBe(2);
    expect(one?.stderr.match(/in line \d+/g)).toEqual(['in line 71', 'in line 191']);
    const corpus = corpusSummary.parse(JSON.parse(one?.stdout ?? ''));
    expect([corpus.payloads, corpus.incomplete]).toEqual([300, 2]);
    expect(corpus.largest[0]).toMatchObject({ source: 'wide.ndjson', line: 201 });
    expect((await analyze('wide.ndjson')).stdout).toContain('wide.ndjson:201');
  });

  it('finds a hit again, masked or as it is', async () => {
    await writeFile(join(cwd, 'name.txt'), 'Erika Mustermann\n');
    const asItIs = `${JSON.stringify(hits[0])}\n`;
    for (const [...argv] of [
      ['--number', '0'],
      ['--where', 'name=@name.txt'],
      ['--where', 'doc.name=Erika Mustermann'],
      ['--where', 'doc.aka[].name=M.'],
    ]) {
      expect(await analyze('hits', 'a.json', ...argv, '--reveal')).toEqual({ code: 0, stdout: asItIs, stderr: '' });
      const masked = await analyze('hits', 'a.json', ...argv);
      expect(masked.stdout).not.toMatch(/Erika|"[EM]\./);
      expect(JSON.parse(masked.stdout)).toMatchObject({ match_types: ['name_exact'], doc: { name: '•••' } });
    }
    expect(await analyze('hits', 'a.json', '--where', 'name=Nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'idvkit: No hit has that value.\n',
    });
    expect(await analyze('hits', 'a.json', '--where', 'doc.nam=Max')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'idvkit: No hit has that value. Did you mean doc.name?\n',
    });
  });

  it('prints all hits with a value, a line each', async () => {
    const { stdout } = await analyze('hits', 'a.json', '--where', 'match_types[]=name_exact', '--reveal');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('writes no hits of an input that was not read to its end', async () => {
    const { code, stderr } = await analyze('cut.json', '--report', 'hits=cut.ndjson', '--report', 'hits=cut.parquet');
    expect(code).toBe(2);
    expect(stderr).toContain('Did not write "cut.parquet": not all was read.');
    expect((await readdir(cwd)).filter((name) => name.includes('cut.'))).toEqual(['cut.json']);
  });

  it.runIf(process.platform === 'linux')(
    'makes folders of hits for their owner only, and ends if it cannot',
    async () => {
      expect((await analyze('a.json', '--report', 'hits=made/of/hits.ndjson')).code).toBe(0);
      const made = await Promise.all(['made', 'made/of'].map((name) => stat(join(cwd, name))));
      expect(made.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700]);
      const { code, stderr } = await analyze('a.json', '--report', 'hits=/proc/idvkit/of/hits.ndjson');
      expect(code).toBe(2);
      expect(stderr).toContain('Cannot write "/proc/idvkit/of/hits.ndjson"');
    },
  );

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
    [['a.json', '--report', 'xml=x'], 'Give KIND=FILE, such as html=FILE. Kinds are html, hits, submissions.'],
    [['a.json', '--report', 'hits=/dev/full'], 'Cannot write "/dev/full": the disk is full.'],
    [['hits', 'a.json', '--number', '9'], 'Cannot show hit 9: there are 2 hits, counted from 0.'],
    [['hits', 'a.json', '--where', 'score>=high'], 'Cannot look for a hit: >= compares with a number only.'],
    [['hits', 'a.json', '--where', 'name'], 'Cannot look for a hit: it is not PATH=VALUE.'],
    [['--merge', 'a.json'], 'Cannot merge "a.json": '],
    [[], 'There is nothing to read.'],
    [['shape', 'a.json', '--since', 'a.json'], 'Cannot use the shape "a.json": A shape of hits has "x-format"'],
    [['shape', 'a.json', '--provider', 'none'], 'No such provider was seen.'],
    [
      ['hits', 'a.json', 'cut.json', '--number', '1'],
      'The search for a hit by its number looks at one input, and there are 2.',
    ],
    [['hits', 'a.json'], 'Give --number or --where, and not both.'],
    [['hits', 'a.json', '--number', '1', '--where', 'name=x'], 'Give --number or --where, and not both.'],
    [['a.json', '--profile', 'profile.json'], 'Cannot use the profile "profile.json": values:'],
    [['a.json', '--htm', 'x'], '--htm'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await analyze(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
