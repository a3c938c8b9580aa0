import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Archive, verifyArchive, type CaptureDetails, type Erased } from '@idvkit/archive';
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
let pruned: Omit<Erased, 'isHeld'>[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-retention-'));
  archive = Archive.create(folder);
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
    onPruned: ({ isHeld: _isHeld, ...each }) => pruned.push(each),
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
async function fill(bodies: readonly string[]): Promise<void> {
  const writer = archive.openWriter();
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
}

async function ids(): Promise<number[]> {
  return archive.captures().map(({ id }) => id);
}

/** Numbers of erased captures, and why they were erased. */
function tombstones(): (readonly [number, string | undefined])[] {
  return archive.erasures().map(({ id, because }) => [id, because]);
}

async function bodyFiles(): Promise<number> {
  return (await readdir(join(folder, 'bodies'))).length;
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
    await archive.tag([1], { add: ['keep'] });
    expect([await ids(), pruned]).toEqual([[1, 2, 3], []]);
    for (const left of [[1, 2, 3], [1, 3], [1]]) {
      await clock.advance(PRUNE_EVERY_MS, () => capture?.pruned() ?? Promise.resolve());
      expect(await ids()).toEqual(left);
    }
    expect(tombstones()).toEqual([
      [2, 'age'],
      [3, 'age'],
    ]);
    expect(pruned).toEqual([
      { captures: 1, bytes: 5, notPassedOn: 0 },
      { captures: 1, bytes: 6, notPassedOn: 0 },
    ]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect(await readFile(join(folder, 'archive.db'), 'latin1')).not.toMatch(/first|second/);
    expect(await readFile(join(folder, 'archive.db-wal'), 'latin1')).not.toMatch(/first|second/);
  });

  it('keeps every delivery that arrives while it erases, also those with the body of an erased one', async () => {
    const old = numbers(1, 400).map((id) => `body ${id - (id % 2)}`);
    await fill(old);
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
    const captures = archive.captures();
    const gone = new Set(tombstones().map(([id]) => id));
    expect(numbers(1, 400 + sent.length).filter((id) => !gone.has(id))).toEqual(captures.map(({ id }) => id));
    expect(Math.max(...gone)).toBeLessThanOrEqual(400);
    expect(gone.size).toBeGreaterThan(300);
    expect(sent.length).toBeGreaterThanOrEqual(4);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect(archive.count()).toBe(captures.length);
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

describe('a clock that is wrong', () => {
  it('erases nothing by age where it was set forward', async () => {
    const said: number[] = [];
    const limits = { maxAgeMs: 86_400_000 };
    const forward = 2 * 86_400_000;
    const clock = createTestClock({ now: Date.parse(at) });
    const url = await start({ clock, now: () => new Date(clock.now()), limits, onClockJump: (ms) => said.push(ms) });
    await post(url, 'first');
    // The test clock moves, and the time that passes does not.
    await clock.advance(forward, () => capture?.pruned() ?? Promise.resolve());
    await post(url, 'second');
    await clock.advance(PRUNE_EVERY_MS, () => capture?.pruned() ?? Promise.resolve());
    expect([await ids(), pruned, said.length]).toEqual([[1, 2], [], 1]);
  });

  it('erases nothing by age where all captures of before are too old at the start', async () => {
    const said: number[] = [];
    await fill(['first', 'second']);
    const clock = createTestClock({ now: Date.parse(at) + 40 * 86_400_000 });
    const limits = { maxAgeMs: 30 * 86_400_000, maxBytes: 8 };
    await start({ clock, limits, onClockJump: (ms) => said.push(ms) });
    await capture?.pruned();
    // What is too much is erased nevertheless.
    expect([await ids(), tombstones(), said]).toEqual([[2], [[1, 'size']], [expect.any(Number)]]);
  });
});

describe('a capture that is killed while it erases', () => {
  it('leaves files that the next one deletes', async () => {
    const before = `${folder}.before`;
    await fill(['first', 'second', 'third'].map((body) => body.repeat(20_000)));
    await cp(join(folder, 'bodies'), before, { recursive: true });
    await archive.erase([1, 2]);
    // As if the kill came between the erasure and the deletion, in another process.
    for (const name of await readdir(before)) {
      await cp(join(before, name), join(folder, 'bodies', name.replace(/-\d+-/, '-4194305-')));
    }
    await rm(before, { recursive: true });
    expect((await verifyArchive(archive)).faults.map(({ kind }) => kind)).toEqual(['orphan', 'orphan', 'orphan']);
    await start({});
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect([await ids(), await bodyFiles()]).toEqual([[3], 1]);
  });

  it('leaves an upload that prune removes, although it erases nothing else', async () => {
    await fill(['whole'.repeat(20_000)]);
    const [whole = ''] = await readdir(join(folder, 'bodies'));
    const half = `${whole.replace(/-\d+-.*/, '-4194305-')}00000000000000aa.part`;
    await writeFile(join(folder, 'bodies', half), 'half of a body');
    const io = createTestIo({ cwd: folder });
    expect(await main(['archive', 'prune', '.', '--max-bytes', '1GB'], io)).toBe(0);
    expect([io.stdoutText, await readdir(join(folder, 'bodies'))]).toEqual(['Erased 0 captures, 0 bytes\n', [whole]]);
  });

  it('loses nothing within the limits, and the next one erases the rest', async () => {
    const count = 2_400;
    await fill(numbers(1, count).map((id) => String(Math.floor((id - 1) / 8)).padStart(10, '0')));
    const script = fileURLToPath(new URL('crash/capturing-process.ts', import.meta.url));
    const argv = ['--conditions=@idvkit/source', script, folder, '1000'];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    const exited = once(child, 'exit');
    try {
      await expect.poll(() => tombstones().length, { interval: 10 }).toBeGreaterThan(0);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    await archive.close();
    archive = Archive.open(folder);
    const left = await ids();
    expect(left).toEqual(numbers(count - left.length + 1, count));
    expect(left.length).toBeGreaterThanOrEqual(100);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    await start({ limits: { maxBytes: 1_000 } });
    await capture?.pruned();
    expect(await ids()).toEqual(numbers(count - 99, count));
    expect((await verifyArchive(archive)).faults).toEqual([]);
  });
});
