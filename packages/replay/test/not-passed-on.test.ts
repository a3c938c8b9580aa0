import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { createTestClock, pause, systemClock, type Clock } from '@idvkit/delivery';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, startCapture, type Capture } from '../src/index.ts';
import { main } from './command-line.ts';

const secret = 'a-secret-nobody-stores';

/** What a receiver got, and when it may answer. */
interface Arrival {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
}

let folder: string;
let archive: Archive;
let capture: Capture | undefined;
let server: Server;
let onArrival: (arrival: Arrival) => void;
/** Bodies that a receiver answered 204, in the order of the answers. */
let answered: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-not-passed-on-'));
  archive = Archive.create(folder);
  answered = [];
  onArrival = accept;
  server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      onArrival({ body: Buffer.concat(parts).toString(), headers: incoming.headers, response });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await capture?.close();
  capture = undefined;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await archive.close();
  await rm(folder, { recursive: true });
});

/** Answers 204, unless the sender went away. */
function accept({ body, response }: Arrival): void {
  if (response.destroyed) return;
  answered.push(body);
  response.writeHead(204).end();
}

function receiverUrl(): string {
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

interface StartOptions {
  readonly clock?: Clock;
  readonly isForwarding?: boolean;
  readonly hasSecret?: boolean;
}

async function start({
  clock = systemClock,
  isForwarding = true,
  hasSecret = true,
}: StartOptions = {}): Promise<string> {
  capture = await startCapture({
    archive,
    port: 0,
    answers: [204],
    graceMs: 0,
    clock,
    ...(hasSecret && { secret }),
    ...(isForwarding && { forward: { url: receiverUrl(), retryDelayMs: 1_000 } }),
  });
  return capture.url;
}

async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  const { statusCode, body: said } = await request(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
  await said.dump();
  expect(statusCode).toBe(204);
}

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: folder, env: { IDV_WEBHOOK_SECRET: secret } });
  const code = await main([...argv, '--dir', '.'], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Numbers of the captures that a filter of `list` chooses. */
async function listed(...filter: string[]): Promise<number[]> {
  const { stdout } = await replay('list', '--json', ...filter);
  // The format is tested elsewhere.
  const { captures } = JSON.parse(stdout) as { captures: { captured: { id: number } }[] };
  return captures.map(({ captured }) => captured.id);
}

const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('deliveries that wait to be passed on', () => {
  it('are counted when the capture ends, listed, and sent once each, in order, by one command', async () => {
    const clock = createTestClock();
    onArrival = (arrival) => void pause(clock, 2_000).then(() => accept(arrival));
    await post(await start({ clock, isForwarding: false }), 'before');
    await capture?.close();
    const url = await start({ clock });
    for (const id of numbers(2, 61)) await post(url, String(id));
    await expect.poll(() => clock.scheduled).toBe(32); // 16 attempts with their time limits, and 16 answers to come.
    await clock.advance(2_000);
    await expect.poll(async () => (await listed('is:missed')).length).toBe(45);
    expect(answered).toHaveLength(16);
    await capture?.close();
    expect(capture?.notPassedOn).toBe(44);
    expect(await listed('is:missed')).toEqual([1, ...numbers(18, 61)]);

    const arrived = Promise.withResolvers<void>();
    onArrival = () => arrived.resolve();
    const io = createTestIo({ cwd: folder, env: { IDV_WEBHOOK_SECRET: secret } });
    const interrupted = main(['send', 'is:missed', '--to', receiverUrl(), '--dir', '.'], io);
    await arrived.promise;
    io.interrupt();
    expect(await interrupted).toBe(130);
    expect(await listed('is:missed')).toEqual([1, ...numbers(18, 61)]);

    onArrival = accept;
    const sent = await replay('send', 'is:missed', '--to', receiverUrl());
    expect(sent.code).toBe(0);
    expect(answered.slice(16)).toEqual(['before', ...numbers(18, 61).map(String)]);
    expect(answered.toSorted()).toEqual([...numbers(2, 61).map(String), 'before'].toSorted());
    expect(await listed('is:missed')).toEqual([]);
  });

  it('are those whose retries were broken off, and those that a receiver refused', async () => {
    const statuses = [503, 404, 503];
    onArrival = ({ response }) => response.writeHead(statuses.shift() ?? 503).end();
    const clock = createTestClock();
    const url = await start({ clock });
    await post(url, 'retried');
    await expect.poll(() => statuses.length).toBe(2);
    await post(url, 'refused');
    await expect.poll(() => archive.attemptsOf(2).length).toBe(1);
    await capture?.close();
    expect(capture?.notPassedOn).toBe(2);
    expect([await listed('is:missed'), await listed('is:failed')]).toEqual([[1, 2], [2]]);
  });

  it('are read back from the archive in their order, with the headers they came with', async () => {
    const held: Arrival[] = [];
    onArrival = (arrival) => held.push(arrival);
    const url = await start({ hasSecret: false });
    for (const id of numbers(1, 60)) await post(url, String(id), { cookie: `session=${id > 40 ? 'b' : 'a'}` });
    await expect.poll(() => held.length).toBe(16);
    const seen: unknown[][] = [];
    onArrival = (arrival) => {
      seen.push([arrival.body, arrival.headers.authorization, arrival.headers.cookie]);
      accept(arrival);
    };
    for (const arrival of held) onArrival(arrival);
    await capture?.settled();
    expect(capture?.notPassedOn).toBe(0);
    expect(seen.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
      numbers(1, 60).map((id) => [String(id), `Bearer ${secret}`, `session=${id > 40 ? 'b' : 'a'}`]),
    );
  });

  it('are told of by the command, with the one that sends them', async () => {
    onArrival = () => {};
    const io = createTestIo({ cwd: folder, env: { IDV_WEBHOOK_SECRET: secret } });
    const running = main(
      ['capture', '--port', '0', '--forward-to', `${receiverUrl()}?key=private`, '--dir', 'kept it'],
      io,
    );
    const url = (): string | undefined => /http:\S+/.exec(io.stderrText)?.[0];
    await expect.poll(url).toBeDefined();
    await post(url() ?? '', '1');
    io.interrupt();
    expect(await running).toBe(0);
    expect(io.stderrText).toContain(
      `idvkit: 1 not passed on. Send them with: idvkit send is:missed --to ${receiverUrl()} --dir 'kept it'\n`,
    );
  });

  it('are there after the capture was killed, and no delivery is lost or sent twice', async () => {
    const held: Arrival[] = [];
    onArrival = (arrival) => (answered.length < 5 ? accept(arrival) : held.push(arrival));
    const script = fileURLToPath(new URL('crash/forwarding-process.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@idvkit/source', script, folder, receiverUrl()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    for await (const url of createInterface({ input: child.stdout })) {
      for (const id of numbers(1, 40)) await post(url, String(id));
      await expect.poll(async () => (await listed('is:missed')).length).toBe(35);
      await expect.poll(() => held.length).toBe(16);
      child.kill('SIGKILL');
    }
    await exited;
    expect((await listed('is:missed')).length).toBe(35);
    onArrival = accept;
    expect((await replay('send', 'is:missed', '--to', receiverUrl())).code).toBe(0);
    expect(answered.toSorted()).toEqual(numbers(1, 40).map(String).toSorted());
    expect(answered.slice(5).map(Number)).toEqual(
      answered
        .slice(5)
        .map(Number)
        .toSorted((one, other) => one - other),
    );
    expect(await listed('is:missed')).toEqual([]);
  });
});
