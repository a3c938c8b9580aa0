import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, startCapture, type Capture, type CaptureOptions, type RefusalReason } from '../src/index.ts';

const secret = 'a-secret-nobody-stores';

let folder: string;
let archive: Archive;
let capture: Capture;
let refused: RefusalReason[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-refused-'));
  archive = Archive.create(folder);
  refused = [];
});

afterEach(async () => {
  await capture.close();
  await archive.close();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<CaptureOptions> = {}): Promise<void> {
  capture = await startCapture({
    archive,
    port: 0,
    secret,
    answers: [204],
    graceMs: 0,
    onRefused: (reason) => refused.push(reason),
    ...options,
  });
}

async function post(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body: said } = await request(capture.url, { method: 'POST', body, headers });
  await said.dump();
  return statusCode;
}

const honest = { authorization: `Bearer ${secret}` };

function dial(): Socket {
  return connect(Number(new URL(capture.url).port), '127.0.0.1');
}

/** Sends the bytes of a request and gives the first lines of all answers, once the connection is closed. */
async function send(...lines: readonly string[]): Promise<string[]> {
  const socket = dial();
  let said = '';
  socket.on('data', (part) => (said += String(part))).on('error', () => {});
  socket.write(lines.join('\r\n'));
  await new Promise((resolve) => socket.once('close', resolve));
  return said.match(/HTTP\/1\.1 \d+/g) ?? [];
}

const kept = async (): Promise<unknown[]> =>
  archive.captures().map(({ answer, body }) => [answer, body.bytes, body.complete]);

describe('requests of web pages', () => {
  it.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])('are answered 403 and not kept: %j', async (headers) => {
    await start();
    expect(await post('{}', headers)).toBe(403);
    expect([await kept(), refused]).toEqual([[], ['web-page']]);
  });

  it('are kept if the bearer matches, or if somebody typed the address', async () => {
    await start();
    expect(await post('{}', { ...honest, origin: 'http://tool.example' })).toBe(204);
    expect(await post('{}', { 'sec-fetch-site': 'none' })).toBe(401);
    expect(await kept()).toEqual([
      [204, 2, true],
      [401, 2, true],
    ]);
  });

  it('are refused as well if any bearer is taken, and use up no planned answer', async () => {
    capture = await startCapture({ archive, port: 0, answers: [503, 204], graceMs: 0 });
    expect(await post('{}', { origin: 'http://evil.example' })).toBe(403);
    expect([await post('{}'), await post('{}')]).toEqual([503, 204]);
  });
});

describe('requests whose bearer does not match', () => {
  it('are kept until their quota is used up, and honest ones ever after', async () => {
    await start({ unmatched: { maxBytes: 500_000 } });
    expect(await post(Buffer.alloc(300_000))).toBe(401);
    expect(await post(Buffer.alloc(300_000))).toBe(401);
    expect(await kept()).toEqual([[401, 300_000, true]]);
    expect(await post(Buffer.alloc(100_000))).toBe(401);
    for (let count = 0; count < 200; count += 1) await post('{}', { 'x-pad': 'x'.repeat(1_000) });
    expect((await kept()).length).toBeLessThan(60);
    expect(await post(Buffer.alloc(2_000_000), honest)).toBe(204);
    expect((await kept()).at(-1)).toEqual([204, 2_000_000, true]);
    expect([...new Set(refused)]).toEqual(['quota']);
    const files = await readdir(join(folder, 'bodies'));
    expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('use up nothing of their quota if they cannot be kept', async () => {
    await start({ unmatched: { maxBytes: 2_000 } });
    const away = `${folder}-away`;
    await rename(folder, away);
    await mkdir(folder);
    expect([await post('{}'), await post('{}'), await post('{}')]).toEqual([503, 503, 503]);
    await rename(away, folder);
    expect([await post('{}'), await kept(), refused]).toEqual([401, [[401, 2, true]], []]);
  });

  it('are not kept if the disk has little room, which is left to honest ones', async () => {
    await start({ unmatched: { minFreeBytes: Number.MAX_SAFE_INTEGER } });
    expect([await post('{}'), await post('{}', honest)]).toEqual([401, 204]);
    expect([await kept(), refused]).toEqual([[[204, 2, true]], ['disk']]);
  });

  it.each([{ maxBytes: 4_000 }, { minFreeBytes: Number.MAX_SAFE_INTEGER }])(
    'are limited by %j as well if no secret is there to compare with: the service sends them again',
    async (unmatched) => {
      const onRefused = (reason: RefusalReason): number => refused.push(reason);
      capture = await startCapture({ archive, port: 0, answers: [204], graceMs: 0, unmatched, onRefused });
      expect([await post(Buffer.alloc(3_000)), await post(Buffer.alloc(3_000))]).toContain(503);
      expect(refused.at(-1)).toBe('maxBytes' in unmatched ? 'quota' : 'disk');
    },
  );
});

describe('what is no HTTP', () => {
  it('is told of: TLS on the plain port', async () => {
    await start();
    const socket = connectTls({ port: Number(new URL(capture.url).port), host: '127.0.0.1' });
    await new Promise((resolve) => socket.once('error', resolve));
    expect(refused).toEqual(['tls']);
  });

  it.each([
    [['\u0000\u0001', '', ''], 400, 'malformed'],
    [['POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked', '', ''], 400, 'malformed'],
    [['POST / HTTP/1.1', 'Host: x', `X-Long: ${'v'.repeat(300_000)}`, '', ''], 431, 'headers-too-large'],
  ] as const)('is told of, once a connection: %#', async (lines, status, reason) => {
    await start();
    expect(await send(...lines)).toEqual([`HTTP/1.1 ${status}`]);
    expect([await kept(), refused]).toEqual([[], [reason]]);
  });

  it.each([
    ['a body longer than its Content-Length', ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 3'], 3],
    ['a body without a length over HTTP/1.0', ['POST / HTTP/1.0', 'Host: x'], 0],
  ])('is written down with the answer that the sender saw: %s', async (_, head, bytes) => {
    const passedOn: number[] = [];
    await start({ forward: { url: 'http://127.0.0.1:9/' }, onForward: ({ id }) => passedOn.push(id) });
    const authorization = `Authorization: Bearer ${secret}`;
    expect(await send(...head, authorization, '', '{"a":1}}')).toEqual(['HTTP/1.1 400']);
    expect([await kept(), refused]).toEqual([[[400, bytes, true]], ['body-too-long']]);
    await capture.settled();
    expect([passedOn, capture.notPassedOn]).toEqual([[], 0]);
  });

  it('is told of in the middle of a body, of which is kept what came', async () => {
    await start();
    const head = ['POST / HTTP/1.1', 'Host: x', `Authorization: Bearer ${secret}`, 'Transfer-Encoding: chunked', ''];
    expect(await send(...head, '3', '{"a', 'no chunk', '')).toEqual(['HTTP/1.1 400']);
    await expect.poll(kept).toEqual([[400, 3, false]]);
    expect(refused).toEqual(['malformed']);
  });

  it('does not change an answer that has left', async () => {
    await start();
    const socket = dial();
    let said = '';
    socket.on('data', (part) => (said += String(part)));
    socket.write(
      ['POST / HTTP/1.1', 'Host: x', `Authorization: Bearer ${secret}`, 'Content-Length: 2', '', '{}'].join('\r\n'),
    );
    await expect.poll(() => said).toContain('204');
    socket.write('no HTTP\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect([said.match(/HTTP\/1\.1 \d+/g), await kept()]).toEqual([['HTTP/1.1 204', 'HTTP/1.1 400'], [[204, 2, true]]]);
  });
});

describe('a request target', () => {
  it('is kept as a path, also if it is a whole address', async () => {
    await start();
    for (const target of ['/hook?a=1', 'http://elsewhere.example/hook?a=1', '*']) {
      await send(`POST ${target} HTTP/1.1`, 'Host: x', 'Connection: close', 'Content-Length: 2', '', '{}');
    }
    expect(archive.captures().map(({ path }) => path)).toEqual(['/hook?a=1', '/hook?a=1', '/']);
  });
});
