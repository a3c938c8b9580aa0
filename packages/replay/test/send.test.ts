import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createSender, systemClock, type Sender } from '@idvkit/delivery';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, sendCapture, startCapture, verifyArchive } from '../src/index.ts';

const secret = 'receiver-secret';
const body = Buffer.from('{"event":{"nounce":"n"}, "n": 9007199254740993, "s": "\\u0e2a\\/", "s": 1e2}');

let folder: string;
let archive: Archive;
let sender: Sender;
let server: Server;
let answers: number[];
let received: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-send-'));
  archive = await Archive.create(folder);
  sender = createSender({ clock: systemClock, newNounce: () => 'unused', policy: { retryDelayMs: () => 0 } });
  received = [];
  answers = [];
  server = createServer((incoming, response) => {
    const hash = createHash('sha256');
    incoming.on('data', (chunk: Buffer) => hash.update(chunk));
    incoming.on('end', () => {
      received.push(hash.digest('hex'));
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const capture = await startCapture({ archive, port: 0, answers: [204], now: () => new Date(0) });
  await (await request(capture.url, { method: 'POST', body })).body.dump();
  await capture.close();
});

afterEach(async () => {
  await sender.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function receiver(): { id: string; url: string; secret: string } {
  // A server that listens on a port has an address with one.
  return { id: 'r', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret };
}

async function send(): Promise<Awaited<ReturnType<typeof sendCapture>>> {
  const [capture] = await archive.captures();
  if (!capture) throw new Error('Nothing was captured');
  return sendCapture({ archive, capture, receiver: receiver(), sender });
}

describe('sendCapture()', () => {
  it('sends the very bytes that were received', async () => {
    expect(await send()).toMatchObject({ kind: 'sent', delivered: true });
    expect(received).toEqual([createHash('sha256').update(body).digest('hex')]);
  });

  it.each([
    [[400], 1, false],
    [[429], 1, false],
    [[302], 1, false],
    [[503, 204], 2, true],
    [[500, 502, 503, 504, 204], 4, false],
  ])('meets answers %j with %i attempts', async (plan, attempts, delivered) => {
    answers = [...plan];
    expect(await send()).toMatchObject({ kind: 'sent', delivered });
    expect(received).toHaveLength(attempts);
  });

  it.each([
    ['body-missing', (path: string) => rm(path)],
    ['body-changed', (path: string) => truncate(path, 3)],
  ])('does not send a capture with its %s', async (why, spoil) => {
    const [capture] = await archive.captures();
    await spoil(archive.bodies.pathOf(capture?.body.sha256 ?? ''));
    expect(await send()).toEqual({ kind: 'not-sent', why });
    expect(received).toEqual([]);
  });
});

describe('verifyArchive()', () => {
  it('finds an archive in order', async () => {
    expect(await verifyArchive(archive)).toEqual({ captures: 1, bytes: body.length, faults: [] });
  });

  it('finds torn lines, changed bodies and what nobody names', async () => {
    const [capture] = await archive.captures();
    await writeFile(archive.bodies.pathOf(capture?.body.sha256 ?? ''), 'x'.repeat(body.length));
    await writeFile(join(folder, 'bodies', 'left.part'), 'half');
    await appendFile(join(folder, 'journal.ndjson'), '{"kind":');
    expect((await verifyArchive(archive)).faults).toEqual([
      { kind: 'journal-line', file: 'journal.ndjson', line: 2, problem: 'has no checksum' },
      { kind: 'body-changed', id: 1 },
      { kind: 'orphan', file: 'left.part' },
    ]);
  });
});
