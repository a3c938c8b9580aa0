import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, type ArchiveWriter, type CaptureEntry, type CaptureFilter } from '../src/index.ts';

let folder: string;
let archive: Archive;
let writer: ArchiveWriter;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-index-'));
  archive = await Archive.create(folder);
  writer = await archive.openWriter({ now: () => new Date(0) });
});

afterEach(async () => {
  await writer.close();
  await archive.close();
  await rm(folder, { recursive: true });
});

function keep(body: unknown, answer: number | null = 204): Promise<unknown> {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const details = { receivedAt: '2026-01-05T03:00:00.000Z', method: 'POST', path: '/', headers: [], answer };
  return writer.keep(
    (async function* () {
      yield bytes;
    })(),
    { ...details, bearer: 'match' },
  );
}

async function list(filter?: CaptureFilter, from = archive): Promise<CaptureEntry[]> {
  const entries: CaptureEntry[] = [];
  for await (const entry of from.list(filter)) entries.push(entry);
  return entries;
}

async function ids(filter?: CaptureFilter): Promise<number[]> {
  return (await list(filter)).map(({ captured }) => captured.id);
}

const submission = {
  event: { type: 'submit_form', nounce: 'n1' },
  application: { slug: 'a-secret', form: 'f', status: 'complete', other_status: { ekyc: 'fail' } },
  extra: { identity_aml: { p: [{ result: { is_any_in_pep: true, is_any_in_sanctions: false } }] } },
};

describe('Archive.list()', () => {
  it('chooses by what deliveries say', async () => {
    await keep(submission);
    await keep({ event: { type: 'drop_off' } }, null);
    await keep('no JSON at all', 503);
    const choices: readonly (readonly [CaptureFilter, readonly number[]])[] = [
      [{}, [1, 2, 3]],
      [{ order: 'newest', limit: 2 }, [3, 2]],
      [{ offset: 1, limit: 1 }, [2]],
      [{ types: ['submit_form', 'other'] }, [1]],
      [{ slug: 'a-secret' }, [1]],
      [{ slug: 'another' }, []],
      [{ form: 'f', nounce: 'n1', statuses: ['complete'], ekyc: ['fail', 'pass'] }, [1]],
      [{ aml: ['pep'] }, [1]],
      [{ aml: ['sanctions', 'warnings'] }, []],
      [{ answers: [null, 503] }, [2, 3]],
      [{ answers: [] }, []],
      [
        {
          results: [
            [500, 599],
            [204, 204],
          ],
        },
        [1, 3],
      ],
      [{ json: false }, [3]],
      [{ bearers: ['mismatch'] }, []],
      [{ minBytes: 14, maxBytes: 14 }, [3]],
      [{ since: new Date('2026-01-05T03:00:00Z') }, [1, 2, 3]],
      [{ until: new Date('2026-01-05T03:00:00Z') }, []],
      [{ ids: [2, 9] }, [2, 3]],
      [
        {
          numbers: [
            [1, 1],
            [3, 9],
          ],
        },
        [1, 3],
      ],
      [{ numbers: [], types: ['submit_form'] }, []],
      [{ complete: false }, []],
    ];
    for (const [filter, expected] of choices) expect([filter, await ids(filter)]).toEqual([filter, expected]);
    expect(await archive.count({ json: true, limit: 1 })).toBe(2);
    expect(await archive.facets()).toEqual({
      type: [
        { value: 'drop_off', captures: 1 },
        { value: 'submit_form', captures: 1 },
      ],
      status: [{ value: 'complete', captures: 1 }],
      ekyc: [{ value: 'fail', captures: 1 }],
      form: [{ value: 'f', captures: 1 }],
      bearer: [{ value: 'match', captures: 3 }],
      aml: [{ value: 'pep', captures: 1 }],
      tag: [],
    });
  });

  it('keeps the slug to itself', async () => {
    await keep(submission);
    expect(JSON.stringify(await list())).not.toContain('a-secret');
    await archive.close();
    expect((await readFile(join(folder, 'index.sqlite'), 'latin1')).includes('a-secret')).toBe(false);
    expect((await stat(join(folder, 'index.sqlite'))).mode & 0o777).toBe(0o600);
  });

  it('follows tags, attempts and erasures of other processes', async () => {
    await keep(submission);
    await keep({});
    const other = await Archive.open(folder);
    const at = '2026-01-05T03:00:00.000Z';
    await other.record({ kind: 'tagged', capture: 1, at, add: ['pep', 'keep'], remove: [] });
    await other.record({ kind: 'tagged', capture: 1, at, add: [], remove: ['pep'] });
    await other.record({ kind: 'attempt', capture: 1, run: 'r', at, target: 't', number: 1, outcome: 'started' });
    await other.record({ kind: 'attempt', capture: 1, run: 'r', at, target: 't', number: 1, outcome: { status: 500 } });
    expect(await list({ tags: ['keep'] })).toMatchObject([{ tags: ['keep'], lastOutcome: { status: 500 } }]);
    // The last receiver decides, not the answer of the capture.
    expect([await ids({ results: [[500, 599]] }), await ids({ results: [[200, 299]] })]).toEqual([[1], [2]]);
    expect((await archive.facets()).tag).toEqual([{ value: 'keep', captures: 1 }]);
    await writer.erase([2]);
    expect(await ids()).toEqual([1]);
    await other.close();
  });

  it('is made again where it is missing, damaged, or of another journal', async () => {
    await keep(submission);
    const before = await list();
    for (const damage of [
      () => rm(join(folder, 'index.sqlite')),
      () => writeFile(join(folder, 'index.sqlite'), 'no database '.repeat(1_000)),
    ]) {
      await archive.close();
      await Promise.all(['-wal', '-shm'].map((end) => rm(join(folder, `index.sqlite${end}`), { force: true })));
      await damage();
      expect(await list()).toEqual(before);
    }
    const journal = await readFile(join(folder, 'journal.ndjson'), 'utf8');
    await appendFile(join(folder, 'journal.ndjson'), journal.replace('captured', 'kaptured'));
    const problems: unknown[] = [];
    for await (const _ of archive.list({}, (problem) => problems.push(problem)));
    expect(problems).toEqual([{ file: 'journal.ndjson', line: 2, problem: 'does not match its checksum' }]);
    await writeFile(join(folder, 'journal.ndjson'), '');
    expect(await list()).toEqual([]);
  });
});

describe('Archive.find()', () => {
  it('takes numbers, the latest, and the beginning of a hash', async () => {
    await keep(submission);
    await keep({ event: { type: 'drop_off' } });
    await keep({ event: { type: 'drop_off' } });
    const { sha256 = '' } = (await list())[0]?.captured.body ?? {};
    const references = ['1', '#1', 'latest', 'latest:submit_form', sha256, `sha256:${sha256.slice(0, 5)}`];
    const found = await Promise.all(references.map(async (each) => (await archive.find(each)).captured.id));
    expect(found).toEqual([1, 1, 3, 1, 1, 1]);
    await expect(archive.find('9')).rejects.toMatchObject({ code: 'capture-unknown' });
    await expect(archive.find('soon')).rejects.toMatchObject({ code: 'capture-unknown' });
    const twice = (await list())[2]?.captured.body.sha256 ?? '';
    await expect(archive.find(twice)).rejects.toMatchObject({ code: 'capture-ambiguous' });
  });
});

describe('Archive.openWriter()', () => {
  it('lets one write at a time', async () => {
    const other = await Archive.open(folder);
    await expect(other.openWriter()).rejects.toMatchObject({ code: 'in-use' });
    await writer.close();
    writer = await other.openWriter();
    await keep({});
    expect(await ids()).toEqual([1]);
  });

  it.each(['gzip', 'zstd'] as const)('keeps bodies as %s and gives back what came', async (encoding) => {
    await writer.close();
    writer = await archive.openWriter({ encoding });
    const body = JSON.stringify({ a: 'x'.repeat(300_000) });
    await keep(body);
    const [entry] = await list();
    if (entry === undefined) throw new Error('Nothing was kept');
    const read = async (range?: { start: number; end: number }): Promise<string> =>
      Buffer.concat(await (await archive.openBody(entry.captured, range)).toArray()).toString();
    expect(await read()).toBe(body);
    expect(await read({ start: 3, end: 7 })).toBe(body.slice(3, 7));
    expect(await read({ start: 299_999, end: 999_999 })).toBe(body.slice(299_999));
    expect(await archive.bodies.locate(entry.captured.body)).toMatchObject({ encoding });
    expect(entry.captured.body.bytes).toBe(body.length);
  });
});
