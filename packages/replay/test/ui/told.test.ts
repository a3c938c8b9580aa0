import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readValues } from '../../src/lib/ui/body-values.ts';
import { PERSONAL, personalDelivery } from './personal-delivery.ts';
import { jsonOf, ServedArchive, type Answer } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

describe('what the page is told', () => {
  it('has no personal value until that is revealed', async () => {
    const other = personalDelivery({ nounce: 'n-2' }).replace(PERSONAL.nid, '1101700203451');
    await served.sample.keep([personalDelivery(), other], {
      path: `/hook/${PERSONAL.slug}?who=${PERSONAL.name}`,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Applicant', PERSONAL.name],
      ],
    });
    const attempt = { run: 'r', at: '2026-01-05T03:00:01.000Z', number: 1, outcome: { status: 204 } };
    const target = `http://127.0.0.1:9/hook/${PERSONAL.phone}`;
    await served.sample.archive.addAttempt({ capture: 1, target, ...attempt });
    const unasked = await Promise.all([
      served.ask('/'),
      served.ask('/api/state'),
      served.post('/api/list', {}),
      served.post('/api/list', { query: `"${PERSONAL.name}"` }),
      served.post('/api/compare', { before: 1, after: 2 }),
      served.ask('/api/captures/1'),
      served.ask('/api/captures/1/values'),
      served.ask('/api/captures/1/values?under=/answers&skip=1'),
      served.post('/api/plan', { captures: [1], target: 'http://127.0.0.1:9/', mode: 'fresh' }),
    ]);
    for (const { status, text } of unasked) {
      expect(status).toBe(200);
      for (const value of Object.values(PERSONAL)) expect(text).not.toContain(value.replace(/^0/, ''));
      expect(text).not.toContain('whsec-canary');
    }
    const { rows } = (await jsonOf(served.ask('/api/captures/1/values?under=/answers/nid'))) as {
      rows: { path: string[]; kind: string; text: string; masked: boolean; start: number; end: number }[];
    };
    expect(rows).toEqual([
      expect.objectContaining({ path: ['answers', 'nid'], kind: 'object', text: '' }),
      expect.objectContaining({ path: ['answers', 'nid', 'value'], text: '"‹string, 13 bytes›"', masked: true }),
    ]);
    const { start = 0, end = 0 } = rows[1] ?? {};
    const revealed = await served.ask('/api/captures/1/revealed/content', {
      headers: { range: `bytes=${start}-${end - 1}` },
    });
    expect([revealed.status, revealed.text]).toEqual([206, `"${PERSONAL.nid}"`]);
  });

  it('masks keys that may be names of people, until they are asked for', async () => {
    await served.sample.keep([`{"extra":{"aliases":{"${PERSONAL.name}":1}}}`]);
    const { text } = await served.ask('/api/captures/1/values');
    expect(text).not.toContain(PERSONAL.name);
    const pathOfLast = ({ rows }: Record<string, unknown>): unknown => (rows as { path: unknown }[]).at(-1)?.path;
    expect(pathOfLast(JSON.parse(text) as Record<string, unknown>)).toEqual(['extra', 'aliases', '…']);
    const shown = await jsonOf(served.ask('/api/captures/1/values?keys=shown'));
    expect(pathOfLast(shown)).toEqual(['extra', 'aliases', PERSONAL.name]);
  });

  it('gives parts of the head and of attempts one by one', async () => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['X-Applicant', PERSONAL.name],
    ];
    await served.sample.keep([personalDelivery()], { path: `/hook/${PERSONAL.slug}`, headers });
    const attempt = { run: 'r', at: '2026-01-05T03:00:01.000Z', number: 1, outcome: { status: 204 } };
    const target = `http://127.0.0.1:9/hook/${PERSONAL.phone}`;
    await served.sample.archive.addAttempt({ capture: 1, target, ...attempt });
    expect(await jsonOf(served.ask('/api/captures/1'))).toMatchObject({
      path: { text: '/hook/‹16 characters›', masked: true },
      headers: [
        { name: 'Content-Type', text: 'application/json', masked: false },
        { name: 'X-Applicant', text: '‹16 characters›', masked: true },
      ],
      attempts: [{ target: { text: 'http://127.0.0.1:9/hook/‹10 characters›', masked: true } }],
    });
    const revealed = (part: string): Promise<unknown> => jsonOf(served.ask(`/api/captures/1/revealed/${part}`));
    expect(await revealed('path')).toEqual({ text: `/hook/${PERSONAL.slug}` });
    expect(await revealed('headers/1')).toEqual({ text: PERSONAL.name });
    expect(await revealed('attempts/0')).toEqual({ text: target });
    for (const part of ['headers/2', 'attempts/1', 'headers', 'path/0'])
      expect((await served.ask(`/api/captures/1/revealed/${part}`)).status).toBe(404);
  });

  it('masks every answer of any submission, and tells where each value is, however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraries.submitFormDelivery(),
        fc.integer({ min: 1, max: 700 }),
        async (delivery, chunkBytes) => {
          const bytes = Buffer.from(JSON.stringify(delivery));
          const body = (async function* () {
            for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
          })();
          const { rows, next, problem } = await readValues(body, { under: [], skip: 0, limit: 1e6, showsKeys: true });
          expect([next, problem]).toEqual([null, null]);
          for (const { path, text, masked, start, end } of rows.filter(
            ({ kind }) => kind !== 'object' && kind !== 'array',
          )) {
            const at = path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], delivery);
            const raw = bytes.subarray(start, end).toString();
            expect(JSON.parse(raw)).toEqual(at);
            // A short text may stand in what says its kind.
            const isToldRight = masked ? raw.length <= 8 || !text.includes(raw.slice(1, -1)) : text === raw;
            expect(isToldRight, path.join('/')).toBe(true);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('gives values a page at a time, and reads no further', async () => {
    const many = JSON.stringify({ n: Array.from({ length: 450 }, (_, index) => index) });
    let given = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${many.slice(0, -2)},1`);
      for (;;) {
        given += 1;
        yield Buffer.from(',2');
      }
    };
    expect(await readValues(endless(), { under: [], skip: 449, limit: 3 })).toMatchObject({ next: 452 });
    expect(given).toBeLessThan(10);

    await served.sample.keep([many, '{"a":[1,}', 'not json', '']);
    expect(await jsonOf(served.ask('/api/captures/1/values'))).toMatchObject({ next: 400 });
    expect(await jsonOf(served.ask('/api/captures/1/values?skip=400'))).toMatchObject({ next: null, problem: null });
    expect(await jsonOf(served.ask('/api/captures/1/values?under=/n/7'))).toMatchObject({
      rows: [{ path: ['…', 7], text: '"‹number›"' }],
    });
    expect(await jsonOf(served.ask('/api/captures/2/values'))).toMatchObject({
      rows: [{ path: [] }, { path: ['…'] }, { path: ['…', 0] }],
      problem: expect.stringMatching(/at byte 8$/),
    });
    expect(await jsonOf(served.ask('/api/captures/4/values'))).toMatchObject({
      problem: 'The text is empty at byte 0',
    });
    expect((await served.ask('/api/captures/9/values')).status).toBe(404);
    expect((await served.ask('/api/captures/1/values?under=n')).status).toBe(400);
  });

  it('gives bodies by range and never whole', async () => {
    const body = Buffer.alloc(300_000, 'abcdefghij');
    await served.sample.keep([body]);
    const part = (range?: string): Promise<Answer> =>
      served.ask('/api/captures/1/revealed/body', range === undefined ? {} : { headers: { range } });
    const middle = await part('bytes=100003-100012');
    expect([middle.status, middle.text]).toEqual([206, 'defghijabc']);
    expect(middle.headers['content-range']).toBe('bytes 100003-100012/300000');
    const end = await part('bytes=299998-300500');
    expect([end.text, end.headers['content-range']]).toEqual(['ij', 'bytes 299998-299999/300000']);
    expect((await part('bytes=0-65535')).bytes.equals(body.subarray(0, 65_536))).toBe(true);
    for (const refused of [undefined, 'bytes=0-65536', 'bytes=0-', 'bytes=5-1', 'bytes=-5', 'bytes=300000-300001']) {
      expect((await part(refused)).status).toBe(416);
    }
  });

  it('filters as the command does, and by a text', async () => {
    await served.sample.keep([
      personalDelivery(),
      '{"event":{"type":"drop_off"}}',
      personalDelivery({ nounce: 'n-2' }),
    ]);
    await served.sample.archive.tag([2], { add: ['checkout'] });
    const ids = async (filter: unknown): Promise<number[]> => {
      const { captures } = (await jsonOf(served.post('/api/list', filter))) as {
        captures: { captured: { id: number } }[];
      };
      return captures.map(({ captured }) => captured.id);
    };
    expect(await ids({})).toEqual([3, 2, 1]);
    expect(await ids({ query: 'type:submit_form' })).toEqual([3, 1]);
    expect(await ids({ query: 'ekyc:pass', before: 3 })).toEqual([1]);
    expect(await ids({ query: 'aml:sanctions' })).toEqual([]);
    expect(await ids({ query: 'aml:pep 2xx' })).toEqual([3, 1]);
    expect(await ids({ query: 'tag:checkout' })).toEqual([2]);
    expect(await ids({ query: '"n-2" submit_form' })).toEqual([3]);
    expect(await ids({ query: '1 3 is:not-sent' })).toEqual([3, 1]);
    expect(await ids({ query: 'latest' })).toEqual([3]);
    expect(await jsonOf(served.post('/api/list', { query: '9-12' }))).toMatchObject({
      captures: [],
      problems: ['the archive has no capture in 9-12. Put a text in double quotes.'],
    });
    expect(await jsonOf(served.post('/api/list', { query: 'aml:sanctions' }))).toMatchObject({
      problems: [],
      facets: { type: [{ value: 'submit_form', captures: 2 }, { value: 'drop_off' }] },
    });
  });

  it('gives long lists in pages that meet', async () => {
    await served.sample.keep(Array.from({ length: 205 }, (_, index) => `{"n":${index}}`));
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const page = (await jsonOf(served.post('/api/list', next === null ? {} : { before: next }))) as {
        captures: { captured: { id: number } }[];
        total: number;
        next: number | null;
      };
      expect(page.total).toBe(205);
      seen.push(...page.captures.map(({ captured }) => captured.id));
      ({ next } = page);
    } while (next !== null);
    expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => 205 - index));
  });
});
