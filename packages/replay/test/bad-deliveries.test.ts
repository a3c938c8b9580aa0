import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createTestClock } from '@idvkit/delivery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, startCapture, type Capture, type CaptureEntry } from '../src/index.ts';

let folder: string;
let archive: Archive;
let capture: Capture;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-bad-'));
  archive = Archive.create(folder);
  capture = await startCapture({ archive, port: 0, answers: [204], now: () => new Date(0), graceMs: 0 });
});

afterEach(async () => {
  await capture.close();
  await archive.close();
  await rm(folder, { recursive: true });
});

function dial(): Socket {
  return connect(Number(new URL(capture.url).port), '127.0.0.1');
}

/** Sends the bytes of a request and gives the first line of the answer. */
async function send(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = dial();
  socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))));
  for await (const part of socket) {
    socket.destroy();
    return String(part).split('\r\n')[0] ?? '';
  }
  return '';
}

async function latest(): Promise<CaptureEntry & { content: Buffer }> {
  const entry = archive.find('latest');
  return { ...entry, content: Buffer.concat(await archive.openBody(entry.captured).toArray()) };
}

function head(length: number, ...headers: readonly string[]): string {
  return ['POST / HTTP/1.1', 'Host: x', `Content-Length: ${length}`, ...headers, '', ''].join('\r\n');
}

describe('a capture', () => {
  it.each([
    ['no JSON', Buffer.from('<xml/>'), {}],
    ['an empty body', Buffer.alloc(0), {}],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), { json: true }],
    [
      'duplicate keys',
      Buffer.from('{"event":{"type":"a","type":"b"},"event":{"type":"c"}}'),
      { json: true, type: 'c' },
    ],
    ['a JSON array', Buffer.from('[{"event":{"type":"a"}}]'), {}],
  ])('keeps %s byte for byte', async (_, body, summary) => {
    expect(await send(head(body.length), body)).toBe('HTTP/1.1 204 No Content');
    expect(await latest()).toMatchObject({ content: body, summary: { json: false, images: 0, ...summary } });
  });

  it('keeps what was compressed as it came, and reads what it says', async () => {
    const body = gzipSync('{"event":{"type":"drop_off"}}');
    await send(head(body.length, 'Content-Encoding: gzip'), body);
    expect(await latest()).toMatchObject({ content: body, summary: { type: 'drop_off' } });
    const broken = body.subarray(0, 20);
    await send(head(broken.length, 'Content-Encoding: gzip'), broken);
    expect(await latest()).toMatchObject({ content: broken, summary: { json: false } });
  });

  it('keeps what came in chunks', async () => {
    const chunked = [
      'POST / HTTP/1.1',
      'Host: x',
      'Transfer-Encoding: chunked',
      '',
      '3',
      '{"a',
      '4;x=y',
      '":1}',
      '0',
      '',
      '',
    ];
    await send(chunked.join('\r\n'));
    expect((await latest()).content.toString()).toBe('{"a":1}');
  });

  it('keeps headers of 64 kB as they are, and refuses those beyond what any server takes', async () => {
    const long = 'v'.repeat(64_000);
    expect(await send(head(2, `X-Long: ${long}`, 'x-LONG: again'), '{}')).toContain('204');
    const { headers } = (await latest()).captured;
    expect(headers.filter(([name]) => name.toLowerCase() === 'x-long')).toEqual([
      ['X-Long', long],
      ['x-LONG', 'again'],
    ]);
    expect(await send(head(2, `X-Long: ${'v'.repeat(300_000)}`), '{}')).toContain('431');
  });

  it('keeps no secret, wherever it stands', async () => {
    await send(
      ['POST /hook?token=hidden-1&a=1 HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Authorization: Bearer hidden-2'].join(
        '\r\n',
      ),
      ['', 'AUTHORIZATION: Bearer hidden-3', 'X-Api-Key: hidden-4', 'Cookie: s=hidden-5', '', '{}'].join('\r\n'),
    );
    const { captured } = await latest();
    expect(JSON.stringify(captured)).not.toContain('hidden');
    expect(captured.path).toBe('/hook?token=[redacted]&a=1');
  });

  it('takes no bearer of several, and notes them', async () => {
    await capture.close();
    const secret = 'the-secret';
    capture = await startCapture({ archive, port: 0, answers: [204], secret, now: () => new Date(0), graceMs: 0 });
    const several = [`Authorization: Bearer ${secret}`, 'Authorization: Bearer another'];
    expect(await send(head(2, ...several), '{}')).toBe('HTTP/1.1 401 Unauthorized');
    const { captured } = await latest();
    expect([captured.bearer, captured.headers.slice(-2)]).toEqual([
      'mismatch',
      [
        ['Authorization', '[redacted]'],
        ['Authorization', '[redacted]'],
      ],
    ]);
  });

  it('waits for a slow client, and answers others meanwhile', async () => {
    const slow = dial();
    slow.write(head(4));
    slow.write('{"');
    for (let count = 0; count < 3; count += 1) expect(await send(head(2), '{}')).toContain('204');
    slow.write('":');
    const answered = new Promise<string>((resolve) => slow.once('data', (part) => resolve(String(part))));
    expect(await answered).toContain('204');
    slow.destroy();
    expect((await latest()).content.toString()).toBe('{"":');
  });

  it('gives an upload up that stalls, keeps what came, and lets the connection go', async () => {
    await capture.close();
    const clock = createTestClock();
    capture = await startCapture({ archive, port: 0, answers: [204], clock, idleMs: 30_000, graceMs: 0 });
    const socket = dial();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(`${head(1_000)}half`);
    await expect.poll(() => clock.scheduled).toBe(1);
    await clock.advance(29_999);
    expect(archive.count()).toBe(0);
    await clock.advance(1);
    await closed;
    const { captured, content } = await latest();
    expect(captured).toMatchObject({ answer: null, body: { bytes: 4, complete: false } });
    expect(content.toString()).toBe('half');
  });

  it('keeps what is no HTTP from harming others', async () => {
    expect(await send('\u0000\u0001\r\n\r\n')).toContain('400');
    expect(await send(head(2), '{}')).toContain('204');
  });

  it('keeps a larger body that broke off, with all that came', async () => {
    const body = Buffer.alloc(300_000, 'x');
    const socket = dial();
    socket.write(head(1_000_000));
    await new Promise((resolve) => socket.end(body, () => resolve(undefined)));
    await expect.poll(() => archive.count()).toBe(1);
    const { captured, content } = await latest();
    expect(captured).toMatchObject({ answer: null, body: { bytes: 300_000, complete: false } });
    expect(createHash('sha256').update(content).digest('hex')).toBe(captured.body.sha256);
    socket.destroy();
  });
});
