import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../../src/lib/cli/main.ts';
import { readValues } from '../../src/lib/ui/body-values.ts';
import { startUi, type Ui } from '../../src/lib/ui/ui-server.ts';
import { plannedReceiver } from '../planned-receiver.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';
import { PERSONAL, personalDelivery } from './personal-delivery.ts';

let sample: SampleArchive;
let ui: Ui;
let origin: string;
let token: string;

beforeEach(async () => {
  sample = await sampleArchive();
  ui = await startUi({ archive: sample.archive, port: 0, secret: 'whsec-canary' });
  ({ origin } = new URL(ui.url));
  token = new URLSearchParams(new URL(ui.url).hash.slice(1)).get('token') ?? '';
});

afterEach(async () => {
  await ui.close();
  await sample.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Asks with just these headers beside the token; `fetch` would not let a test lie about its host. */
function ask(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${origin}${path}`,
      { method, headers: { authorization: `Bearer ${token}`, ...json, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const post = (path: string, body: unknown): Promise<Answer> => ask(path, { method: 'POST', body });
const json = async (answer: Promise<Answer>): Promise<Record<string, unknown>> =>
  JSON.parse((await answer).text) as Record<string, unknown>;

describe('access to the page', () => {
  it.each([
    ['no token', { authorization: '' }],
    ['another token', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a part of the token', { authorization: 'Bearer a' }],
    ['another scheme', { authorization: 'Basic a' }],
  ])('refuses %s with 401, whatever is asked for', async (_, headers) => {
    await sample.keep([personalDelivery()]);
    for (const path of ['/api/state', '/api/captures/1', '/api/captures/1/revealed/body', '/api/nothing']) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(401);
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['error']);
    }
    expect((await ask('/api/list', { method: 'POST', body: {}, headers })).status).toBe(401);
  });

  it.each([
    ['a name that somebody points here', { host: 'attacker.example' }, 421],
    ['a name that begins like ours', { host: '127.0.0.1.attacker.example' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['a page of another origin', { origin: 'https://attacker.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of the same site, but another port', { 'sec-fetch-site': 'same-site' }, 403],
  ])('refuses %s, with the right token, too', async (_, headers, status) => {
    for (const path of ['/', '/page.js', '/api/state']) expect((await ask(path, { headers })).status).toBe(status);
  });

  it('takes its own origin, and localhost', async () => {
    const { port } = new URL(origin);
    expect((await ask('/api/state', { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect((await ask('/api/state', { headers })).status).toBe(200);
    expect((await ask('/api/state', { headers: { ...headers, origin } })).status).toBe(403);
  });

  it('guards every answer, refusals included', async () => {
    for (const path of ['/', '/page.css', '/api/state', '/nothing', '/api/captures/9', '/../package.json']) {
      const { headers } = await ask(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('has another token at every start, which its files do not hold', async () => {
    const other = await startUi({ archive: sample.archive, port: 0 });
    expect(new URL(other.url).hash).not.toBe(new URL(ui.url).hash);
    await other.close();
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const path of ['/', '/page.js', '/server.js']) expect((await ask(path)).text).not.toContain(token);
  });

  it.each([
    ['/api/list', '{"type":', 400],
    ['/api/list', '{"colour":"red"}', 400],
    ['/api/list', '{"before":"x"}', 400],
    ['/api/list', JSON.stringify({ text: 'x'.repeat(70_000) }), 413],
    ['/api/send', '{}', 400],
  ])('says in a sentence what is wrong with %s %s', async (path, text, status) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: string }).error).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what the page is told', () => {
  it('has no personal value until that is revealed', async () => {
    await sample.keep([personalDelivery()]);
    const unasked = await Promise.all([
      ask('/'),
      ask('/api/state'),
      post('/api/list', {}),
      post('/api/list', { text: PERSONAL.name }),
      ask('/api/captures/1'),
      ask('/api/captures/1/values'),
      ask('/api/captures/1/values?under=/answers&skip=1'),
      post('/api/plan', { captures: [1], target: 'http://127.0.0.1:9/', mode: 'fresh' }),
    ]);
    for (const { status, text } of unasked) {
      expect(status).toBe(200);
      for (const value of Object.values(PERSONAL)) expect(text).not.toContain(value.replace(/^0/, ''));
      expect(text).not.toContain('whsec-canary');
    }
    const { values } = (await json(ask('/api/captures/1/values?under=/answers/nid'))) as {
      values: { pointer: string; text: string; masked: boolean; start: number; end: number }[];
    };
    expect(values).toEqual([
      expect.objectContaining({ pointer: '/answers/nid/value', text: '"‹string, 13 bytes›"', masked: true }),
    ]);
    const [{ start, end } = { start: 0, end: 0 }] = values;
    const revealed = await ask('/api/captures/1/revealed/content', { headers: { range: `bytes=${start}-${end - 1}` } });
    expect([revealed.status, revealed.text]).toEqual([206, `"${PERSONAL.nid}"`]);
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
          const { values, next, problem } = await readValues(body, { under: [], skip: 0, limit: 1e6 });
          expect([next, problem]).toEqual([null, null]);
          for (const { pointer, text, masked, start, end } of values) {
            const raw = bytes.subarray(start, end).toString();
            const steps = pointer.slice(1).split('/');
            const at = steps.reduce<unknown>(
              (value, step) => (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
              delivery,
            );
            expect(JSON.parse(raw)).toEqual(at);
            // A short text may stand in what says its kind.
            const isToldRight = masked ? raw.length <= 8 || !text.includes(raw.slice(1, -1)) : text === raw;
            expect(isToldRight, pointer).toBe(true);
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

    await sample.keep([many, '{"a":[1,}', 'not json', '']);
    expect(await json(ask('/api/captures/1/values'))).toMatchObject({ next: 200 });
    expect(await json(ask('/api/captures/1/values?skip=400'))).toMatchObject({ next: null, problem: null });
    expect(await json(ask('/api/captures/1/values?under=/n/7'))).toMatchObject({
      values: [{ pointer: '/n/7', text: '"‹number›"' }],
    });
    expect(await json(ask('/api/captures/2/values'))).toMatchObject({
      values: [{ pointer: '/a/0' }],
      problem: expect.stringMatching(/at byte 8$/),
    });
    expect(await json(ask('/api/captures/4/values'))).toMatchObject({ problem: 'The text is empty at byte 0' });
    expect((await ask('/api/captures/9/values')).status).toBe(404);
    expect((await ask('/api/captures/1/values?under=n')).status).toBe(400);
  });

  it('gives bodies by range and never whole', async () => {
    const body = Buffer.alloc(300_000, 'abcdefghij');
    await sample.keep([body]);
    const part = (range?: string): Promise<Answer> =>
      ask('/api/captures/1/revealed/body', range === undefined ? {} : { headers: { range } });
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
    await sample.keep([personalDelivery(), '{"event":{"type":"drop_off"}}', personalDelivery({ nounce: 'n-2' })]);
    await sample.archive.record({
      kind: 'tagged',
      capture: 2,
      at: new Date().toISOString(),
      add: ['checkout'],
      remove: [],
    });
    const ids = async (filter: unknown): Promise<number[]> => {
      const { captures } = (await json(post('/api/list', filter))) as { captures: { id: number }[] };
      return captures.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([3, 2, 1]);
    expect(await ids({ type: 'submit_form' })).toEqual([3, 1]);
    expect(await ids({ ekyc: 'pass', before: 3 })).toEqual([1]);
    expect(await ids({ aml: ['sanctions'] })).toEqual([]);
    expect(await ids({ aml: ['sanctions', 'pep'] })).toEqual([3, 1]);
    expect(await ids({ tag: 'checkout' })).toEqual([2]);
    expect(await ids({ text: '"n-2"' })).toEqual([3]);
  });

  it('gives long lists in pages that meet', async () => {
    await sample.keep(Array.from({ length: 205 }, (_, index) => `{"n":${index}}`));
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const page = (await json(post('/api/list', next === null ? {} : { before: next }))) as {
        captures: { id: number }[];
        total: number;
        next: number | null;
      };
      expect(page.total).toBe(205);
      seen.push(...page.captures.map(({ id }) => id));
      ({ next } = page);
    } while (next !== null);
    expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => 205 - index));
  });
});

describe('sending from the page', () => {
  it('tells of each attempt, and writes down what the archive remembers', async () => {
    const receiver = await plannedReceiver([503, 204]);
    await sample.keep([personalDelivery()]);
    const request = { captures: [1], target: receiver.url, mode: 'as-is', retrySpacingMs: 0 };
    const plan = await json(post('/api/plan', request));
    expect(plan).toMatchObject({ deliveries: [{ capture: 1, whyNot: null }] });
    expect(plan['attempts']).toHaveLength(4);
    expect(receiver.arrived).toHaveLength(0);
    const { text, status } = await post('/api/send', request);
    expect(status).toBe(200);
    const news = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(news).toEqual([
      expect.objectContaining({ kind: 'begun', deliveries: 1 }),
      expect.objectContaining({
        kind: 'attempt',
        number: 1,
        outcome: 'answered 503',
        rule: '5xx: retry 1 of 3 follows',
      }),
      expect.objectContaining({ kind: 'attempt', number: 2, outcome: 'answered 204', result: 'delivered' }),
      { kind: 'ended', delivered: 1, failed: 0, open: 0 },
    ]);
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([personalDelivery(), personalDelivery()]);
    expect(receiver.arrived[0]?.headers.authorization).toBe('Bearer whsec-canary');
    const { attempts } = (await json(ask('/api/captures/1'))) as { attempts: { outcome: string }[] };
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['started', 'answered 503', 'answered 204']);
    await receiver.close();
  });

  it.each(['http://receiver.example/', 'https://10.0.0.1/', 'http://user:pass@127.0.0.1/', 'ftp://127.0.0.1/', 'x'])(
    'does not send to %s',
    async (target) => {
      await sample.keep([personalDelivery()]);
      for (const path of ['/api/plan', '/api/send']) {
        expect((await post(path, { captures: [1], target, mode: 'as-is' })).status).toBe(400);
      }
    },
  );

  it('stops when the page goes away, and when it is closed itself', async () => {
    const receiver = await plannedReceiver(['silence', 'silence']);
    await sample.keep([personalDelivery()]);
    const body = JSON.stringify({ captures: [1], target: receiver.url, mode: 'as-is' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const leaving = new AbortController();
    const left = fetch(`${origin}/api/send`, { method: 'POST', headers, body, signal: leaving.signal });
    await receiver.count(1);
    await left;
    leaving.abort();
    const open = fetch(`${origin}/api/send`, { method: 'POST', headers, body });
    await receiver.count(2);
    const response = await open;
    await Promise.all([ui.close(), response.text().then((text) => expect(text).toContain('"open":1'))]);
    ui = await startUi({ archive: sample.archive, port: 0 });
    const outcomes: unknown[] = [];
    for await (const { outcome } of sample.archive.attempts(1)) outcomes.push(outcome);
    expect(outcomes).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome !== 'started')).toEqual([
      { failure: 'interrupted' },
      { failure: 'interrupted' },
    ]);
    await receiver.close();
  });

  it('sends nothing without a secret', async () => {
    await sample.keep([personalDelivery()]);
    await ui.close();
    ui = await startUi({ archive: sample.archive, port: 0 });
    ({ origin } = new URL(ui.url));
    token = new URL(ui.url).hash.slice('#token='.length);
    expect(await json(ask('/api/state'))).toMatchObject({ canSend: false });
    const { status, text } = await post('/api/send', { captures: [1], target: 'http://127.0.0.1:9/', mode: 'as-is' });
    expect([status, text]).toEqual([409, expect.stringContaining('IDV_WEBHOOK_SECRET')]);
  });
});

describe('idv-replay ui', () => {
  it('prints the address, and ends when it is interrupted', async () => {
    const io = createTestIo({ cwd: sample.archive.folder });
    const write = io.stdout.write.bind(io.stdout);
    const printed = new Promise<string>((resolve) => {
      io.stdout.write = (text) => {
        write(text);
        resolve(String(text));
      };
    });
    const running = main(['ui', '--port', '0', '--dir', '.'], io);
    expect(await printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/);
    io.interrupt();
    expect(await running).toBe(130);
    expect(io.stderrText).toContain('IDV_WEBHOOK_SECRET is not set');
  });

  it.each([
    [['--dir', 'nowhere'], 'Cannot open the archive'],
    [['--port', 'x'], '--port'],
  ])('says what is wrong with %j', async (argv, message) => {
    const io = createTestIo({ cwd: sample.archive.folder });
    expect(await main(['ui', ...argv], io)).toBe(2);
    expect(io.stderrText).toContain(message);
  });

  it('says that a port is taken', async () => {
    const io = createTestIo({ cwd: sample.archive.folder });
    expect(await main(['ui', '--port', new URL(origin).port, '--dir', '.'], io)).toBe(2);
    expect(io.stderrText).toContain('Cannot listen on port');
  });
});
