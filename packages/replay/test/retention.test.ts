import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Archive, verifyArchive, type ArchiveWriter, type CaptureDetails, type Pruned } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { createTestClock } from '@idvkit/delivery';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startCapture, type Capture, type CaptureOptions } from '../src/index.ts';
import { PRUNE_EVERY_MS } from '../src/lib/capture/retention.ts';
import { main } from './command-line.ts';

const at = '2026-01-05T03:00:00.000Z';

let folder: string;
let archive: Archive;
let capture: Capture | undefined;
let pruned: Pruned[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-retention-'));
  archive = await Archive.create(folder);
  pruned = [];
});

afterEach(async () => {
  await capture?.close();
  capture = undefined;
  await archive.close();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<CaptureOptions>): Promise<string> {
  capture = await startCapture({
    archive,
    port: 0,
    answers: [204],
    graceMs: 0,
    onPruned: (each) => pruned.push(each),
    onPruneFailure: (error) => expect.unreachable(String(error)),
    ...options,
  });
  return capture.url;
}

async function post(url: string, body: string): Promise<number> {
  const { statusCode, body: said } = await request(url, { method: 'POST', body });
  await said.dump();
  return statusCode;
}

/** Keeps captures with these bodies. */
async function fill(bodies: readonly string[], use?: (writer: ArchiveWriter) => Promise<void>): Promise<void> {
  const writer = await archive.openWriter();
  const details: CaptureDetails = {
    receivedAt: at,
    method: 'POST',
    path: '/',
    headers: [],
    bearer: 'match',
    answer: 204,
  };
  await Promise.all(
    bodies.map((body) =>
      writer.keep(
        (async function* () {
          yield Buffer.from(body);
        })(),
        details,
      ),
    ),
  );
  await use?.(writer);
  await writer.close();
}

async function ids(): Promise<number[]> {
  return (await archive.captures()).map(({ id }) => id);
}

/** Tombstones in the journal: number of the capture and the reason. */
async function tombstones(): Promise<(readonly [number, string | undefined])[]> {
  const found: (readonly [number, string | undefined])[] = [];
  for await (const fact of archive.journal()) if (fact.kind === 'erased') found.push([fact.id, fact.because]);
  return found;
}

async function bodyFiles(): Promise<number> {
  const entries = await readdir(join(folder, 'bodies'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('a capture with limits', () => {
  it('erases what grows too old once a minute, and leaves what is tagged keep', async () => {
    const clock = createTestClock({ now: Date.parse(at) });
    const url = await start({ clock, limits: { maxAgeMs: 3 * PRUNE_EVERY_MS } });
    await capture?.pruned();
    for (const body of ['kept', 'first', 'second']) {
      expect(await post(url, body)).toBe(204);
      await clock.advance(PRUNE_EVERY_MS, () => capture?.pruned() ?? Promise.resolve());
    }
    await archive.record({ kind: 'tagged', capture: 1, at, add: ['keep'], remove: [] });
    expect([await ids(), pruned]).toEqual([[1, 2, 3], []]);
    for (const left of [[1, 2, 3], [1, 3], [1]]) {
      await clock.advance(PRUNE_EVERY_MS, () => capture?.pruned() ?? Promise.resolve());
      expect(await ids()).toEqual(left);
    }
    expect(await tombstones()).toEqual([
      [2, 'age'],
      [3, 'age'],
    ]);
    expect(pruned).toEqual([
      { captures: 1, bytes: 5, notPassedOn: 0 },
      { captures: 1, bytes: 6, notPassedOn: 0 },
    ]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect(await bodyFiles()).toBe(1);
    expect(await readFile(join(folder, 'incoming.log'), 'latin1')).not.toMatch(/first|second/);
  });

  it('keeps every delivery that arrives while it erases, also those with the body of an erased one', async () => {
    const old = numbers(1, 400).map((id) => `body ${id - (id % 2)}`);
    await fill(old);
    await archive.updateIndex();
    const url = await start({ limits: { maxBytes: 500 } });
    const erased = new AbortController();
    const erasing = capture?.pruned().then(() => erased.abort());
    const sent: string[] = [];
    const send = async (): Promise<void> => {
      while (!erased.signal.aborted) {
        const body = old[(sent.length * 37) % old.length] ?? '';
        sent.push(body);
        expect(await post(url, body)).toBe(204);
      }
    };
    await Promise.all([erasing, ...Array.from({ length: 4 }, send)]);
    const captures = await archive.captures();
    const gone = new Set((await tombstones()).map(([id]) => id));
    expect(numbers(1, 400 + sent.length).filter((id) => !gone.has(id))).toEqual(captures.map(({ id }) => id));
    expect(Math.max(...gone)).toBeLessThanOrEqual(400);
    expect(gone.size).toBeGreaterThan(300);
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect(await archive.count()).toBe(captures.length);
  });

  it('erases nothing that still waits to be passed on', async () => {
    const statuses = [503, 204];
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => response.writeHead(statuses.shift() ?? 500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address with one.
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const clock = createTestClock();
    const options = { clock, limits: { maxBytes: 0 }, forward: { url: receiver, retryDelayMs: 3 * PRUNE_EVERY_MS } };
    const check = (): Promise<void> => clock.advance(PRUNE_EVERY_MS, () => capture?.pruned() ?? Promise.resolve());
    try {
      await post(await start(options), 'waits');
      // The next check and the retry.
      await expect.poll(() => [statuses.length, clock.scheduled]).toEqual([1, 2]);
      await check();
      await check();
      expect([await ids(), pruned]).toEqual([[1], []]);
      await check();
      await capture?.settled();
      await check();
      expect([await ids(), pruned]).toEqual([[], [{ captures: 1, bytes: 5, notPassedOn: 0 }]]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('erases what an earlier capture did not pass on, and counts it', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address with one.
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await post(await start({ forward: { url: receiver } }), 'waits');
    await capture?.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await start({ limits: { maxBytes: 0 } });
    await capture?.pruned();
    expect([await ids(), pruned]).toEqual([[], [{ captures: 1, bytes: 5, notPassedOn: 1 }]]);
  });

  it('says in one line what it erased', async () => {
    await fill(['first', 'second', 'third']);
    const io = createTestIo({ cwd: folder });
    const running = main(['capture', '--port', '0', '--dir', '.', '--max-bytes', '5B'], io);
    await expect.poll(() => io.stderrText).toContain('Erased');
    io.interrupt();
    expect(await running).toBe(0);
    expect(io.stderrText.match(/^.*Erased.*$/gm)).toEqual([
      'idvkit: Erased what is beyond the limits: 2 captures, 11 bytes',
    ]);
    expect(await ids()).toEqual([3]);
  });
});

describe('a capture that is killed while it erases', () => {
  it('leaves files that the next one deletes', async () => {
    const before = `${folder}.before`;
    await fill(['first', 'second', 'third'], async (writer) => {
      await cp(join(folder, 'bodies'), before, { recursive: true });
      await writer.erase([1, 2]);
    });
    // As if the kill came between the tombstones and the deletion.
    await cp(before, join(folder, 'bodies'), { recursive: true });
    await rm(before, { recursive: true });
    expect((await verifyArchive(archive)).faults).toMatchObject([{ kind: 'orphan' }, { kind: 'orphan' }]);
    await start({ limits: { maxBytes: 100 } });
    await capture?.pruned();
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect([await ids(), await bodyFiles()]).toEqual([[3], 1]);
  });

  it('loses nothing within the limits, and the next one erases the rest', async () => {
    const count = 2_400;
    await fill(numbers(1, count).map((id) => String(Math.floor((id - 1) / 8)).padStart(10, '0')));
    const script = fileURLToPath(new URL('crash/capturing-process.ts', import.meta.url));
    const argv = ['--conditions=@idvkit/source', script, folder, 'identity', '1000'];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    const exited = once(child, 'exit');
    try {
      const journal = join(folder, 'journal.ndjson');
      await expect
        .poll(() => readFile(journal, 'utf8'), { interval: 10, timeout: 15_000 })
        .toContain('"kind":"erased"');
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    await archive.close();
    archive = await Archive.open(folder);
    const left = await ids();
    expect(left).toEqual(numbers(count - left.length + 1, count));
    expect(left.length).toBeGreaterThanOrEqual(100);
    const { faults } = await verifyArchive(archive);
    expect(faults.filter(({ kind }) => kind !== 'orphan')).toEqual([]);
    await start({ limits: { maxBytes: 1_000 } });
    await capture?.pruned();
    expect(await ids()).toEqual(numbers(count - 99, count));
    expect(await bodyFiles()).toBeLessThanOrEqual(13);
    expect((await verifyArchive(archive)).faults).toEqual([]);
  });
});
