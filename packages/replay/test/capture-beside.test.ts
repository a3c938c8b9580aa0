import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestClock } from '@idvkit/delivery';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, startCapture, type Capture, type CaptureOptions } from '../src/index.ts';

const secret = 'a-secret-nobody-stores';
const now = new Date('2026-01-05T03:00:00.000Z');

let folder: string;
let archive: Archive;
let capture: Capture | undefined;
let server: Server;
let answer: RequestListener;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-beside-'));
  archive = Archive.create(folder);
  server = createServer((incoming, response) => answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await capture?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await archive.close();
  await rm(folder, { recursive: true });
});

function origin(): string {
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(options: Partial<CaptureOptions>): Promise<string> {
  capture = await startCapture({ archive, port: 0, secret, answers: [204], now: () => now, graceMs: 0, ...options });
  return capture.url;
}

async function post(url: string, body: Uint8Array | string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'X-Trace': '1' };
  const { statusCode, body: said } = await request(url, { method: 'POST', body, headers });
  await said.dump();
  return statusCode;
}

async function everyByte(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/bodies|incoming/.test(join(entry.parentPath, entry.name)),
  );
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n');
}

describe('passing on', () => {
  it('sends the same bytes with the same bearer, and writes down each answer', async () => {
    const seen: unknown[] = [];
    const statuses = [503, 204];
    answer = (incoming, response) => {
      const hash = createHash('sha256');
      incoming.on('data', (part: Uint8Array) => hash.update(part));
      incoming.on('end', () => {
        const { authorization, 'content-length': length, 'x-trace': trace } = incoming.headers;
        seen.push([incoming.method, authorization, length, trace, hash.digest('hex')]);
        response.writeHead(statuses.shift() ?? 500).end();
      });
    };
    const url = await start({ forward: { url: `${origin()}/hook?key=private`, retryDelayMs: 0 } });
    const body = Buffer.from('{"n": 70.0, "n": "\\u0e2a"}');
    expect(await post(url, body)).toBe(204);
    await capture?.settled();
    const sha256 = createHash('sha256').update(body).digest('hex');
    const sent = ['POST', `Bearer ${secret}`, String(body.length), '1', sha256];
    expect(seen).toEqual([sent, sent]);
    const forward = {
      capture: 1,
      at: expect.any(String),
      durationMs: expect.any(Number),
      target: `${origin()}/hook`,
    };
    expect(archive.attemptsOf(1)).toEqual([
      { ...forward, number: 1, outcome: { status: 503 } },
      { ...forward, number: 2, outcome: { status: 204 } },
    ]);
    expect(await everyByte()).not.toMatch(/nobody-stores|private/);
  });

  it('passes headers on in their order, with case and repeats, but for those of the connection', async () => {
    let seen: readonly string[] = [];
    answer = (incoming, response) => {
      seen = incoming.rawHeaders;
      incoming.resume().on('end', () => response.writeHead(204).end());
    };
    const url = await start({ forward: { url: origin() } });
    const headers = [
      'X-oDD',
      '1',
      'TE',
      'trailers',
      'Content-Type',
      'text/json',
      'X-oDD',
      '2',
      'Authorization',
      `Bearer ${secret}`,
    ];
    const { body } = await request(url, { method: 'POST', headers, body: '{}' });
    await body.dump();
    await capture?.settled();
    const own = new Set(['host', 'connection']);
    const passed = seen.filter((_, index) => !own.has(seen[index - (index % 2)]?.toLowerCase() ?? ''));
    expect(passed).toEqual([
      'X-oDD',
      '1',
      'Content-Type',
      'text/json',
      'X-oDD',
      '2',
      'Authorization',
      `Bearer ${secret}`,
      'content-length',
      '2',
    ]);
  });

  it('gives the answer back that the receiver gave, after one attempt', async () => {
    answer = (incoming, response) => incoming.resume().on('end', () => response.writeHead(503).end());
    const url = await start({ answers: ['forwarded'], forward: { url: origin() } });
    expect(await post(url, '{}')).toBe(503);
    await capture?.settled();
    expect(archive.attemptsOf(1)).toMatchObject([{ relayed: true, outcome: { status: 503 } }]);
    expect(archive.find('1').lastOutcome).toEqual({ status: 503 });
  });

  it('gives no answer where the receiver gave none, and has kept the delivery', async () => {
    answer = (incoming) => incoming.socket.destroy();
    const url = await start({ answers: ['forwarded'], forward: { url: origin() } });
    await expect(post(url, '{}')).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    await capture?.settled();
    expect(archive.find('1')).toMatchObject({ captured: { answer: null }, lastOutcome: { failure: 'reset' } });
  });

  it('passes nothing on whose bearer is wrong', async () => {
    let asked = 0;
    answer = (_, response) => {
      asked += 1;
      response.end();
    };
    const url = await start({ secret: 'another', forward: { url: origin() } });
    expect(await post(url, '{}')).toBe(401);
    await capture?.settled();
    expect(asked).toBe(0);
  });
});

describe('a delayed answer', () => {
  it('comes when its time has come, and the delivery is kept before', async () => {
    const clock = createTestClock();
    const url = await start({ clock, answers: [{ status: 503, delayMs: 5_000 }] });
    const answered = post(url, '{}');
    await expect.poll(() => archive.count()).toBe(1);
    await clock.advance(5_000);
    expect(await answered).toBe(503);
  });
});

describe('images', () => {
  const TOKEN = 'tok_beside';

  function delivery(...urls: readonly string[]): string {
    return JSON.stringify({ extra: { ekyc: { liveness: { attempts: [{ images: urls.map((url) => ({ url })) }] } } } });
  }

  function signed(base: string, expSeconds = now.getTime() / 1_000 + 900): string {
    return `${base}/api/ekyc/a-slug/result/image/?q=a-token&exp=${expSeconds}`;
  }

  it('are fetched from the service with the token, and kept with the capture', async () => {
    const picture = Buffer.from([0xff, 0xd8, 1, 2, 3]);
    const asked: unknown[] = [];
    answer = ({ headers }, response) => {
      asked.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    };
    const url = await start({ images: { baseUrl: origin(), token: TOKEN } });
    const body = delivery(signed(origin()), signed(origin()));
    await post(url, body);
    await capture?.settled();
    const images = archive.imagesOf(1);
    expect(asked).toEqual([`Bearer ${TOKEN}`]);
    expect(images.map(({ outcome }) => outcome)).toEqual(
      [0, 1].map(() => ({
        sha256: createHash('sha256').update(picture).digest('hex'),
        bytes: picture.length,
        contentType: 'image/jpeg',
      })),
    );
    expect(images.map(({ offset, length }) => body.slice(offset, offset + length))).toEqual([
      signed(origin()),
      signed(origin()),
    ]);
    const [first] = images;
    if (first === undefined) throw new Error('No image was kept');
    expect(Buffer.concat(await archive.openImage(first).toArray())).toEqual(picture);
    expect(await readdir(join(folder, 'bodies'))).toHaveLength(1);
    await archive.erase([1]);
    expect([await readdir(join(folder, 'bodies')), archive.imagesOf(1)]).toEqual([[], []]);
    expect(await everyByte()).not.toMatch(/a-token|a-slug|tok_beside/);
  });

  it('that come when their capture was erased are not kept', async () => {
    const [asked, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = (_, response) => {
      asked.resolve();
      void erased.promise.then(() => response.end('a face'));
    };
    const url = await start({ images: { baseUrl: origin(), token: TOKEN } });
    await post(url, delivery(signed(origin())));
    await asked.promise;
    await archive.erase([1]);
    erased.resolve();
    await capture?.settled();
    expect(await readdir(join(folder, 'bodies'))).toEqual([]);
    expect(archive.imagesOf(1)).toEqual([]);
  });

  it('that are refused, too large or not there are written down as such', async () => {
    answer = ({ url = '' }, response) => {
      if (url.includes('exp=1900000001')) response.writeHead(302, { location: '/elsewhere' }).end();
      else if (url.includes('exp=1900000002')) response.writeHead(404).end();
      else response.end('x'.repeat(50));
    };
    const url = await start({ images: { baseUrl: origin(), token: TOKEN, maxBytes: 49 } });
    await post(
      url,
      delivery(
        signed(origin(), 1_900_000_000),
        signed(origin(), 1_900_000_001),
        signed(origin(), 1_900_000_002),
        signed(origin(), 1),
        signed('https://elsewhere.example'),
        `${origin()}/api/ekyc/a-slug/result/image/../../../admin/?q=1&exp=1900000000`,
      ),
    );
    await capture?.settled();
    expect(
      archive
        .imagesOf(1)
        .map(({ outcome }) => outcome)
        .map((each) => JSON.stringify(each)),
    ).toEqual(
      expect.arrayContaining(
        [
          'broke off or is too large',
          'answered 302',
          'answered 404',
          'expired',
          'of another origin than --base-url',
          'not a signed image URL',
        ].map((failure) => JSON.stringify({ failure })),
      ),
    );
    expect(await readdir(join(folder, 'bodies'))).toEqual([]);
  });
});
