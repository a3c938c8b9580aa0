/**
 * Measures the exit rule of decision 45: captures of 3 kB and 200 kB over HTTP, the first list after them, and an archive of 100,000. Each
 * checkout that is named is measured in turn, with its built command, so an older release can stand beside this one. Run nothing else.
 *
 *     pnpm --filter @idvkit/archive run bench [--rounds 5] [--captures 100000] [checkout …]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, captures: { type: 'string', default: '100000' } },
});
const own = fileURLToPath(new URL('../../..', import.meta.url));
const checkouts = positionals.length === 0 ? [own] : positionals.map((path) => resolve(path));

/** Bytes of a body, connections, and deliveries of a round. */
const LOADS = [
  [3_000, 1, 1_500],
  [3_000, 16, 8_000],
  [3_000, 64, 8_000],
  [3_000, 256, 8_000],
  [200_000, 16, 400],
] as const;
const TICK_MS = 10;

interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU of a delivery, and of a delivery with its share of the first list. */
  readonly cpuUs: number;
  readonly listedUs: number;
}

function bodyOf(bytes: number, n: number): string {
  return JSON.stringify({ event: { type: 'submit_form', nounce: `n${n}` }, filler: 'x'.repeat(bytes - 60) });
}

function start(checkout: string, argv: readonly string[]): ChildProcess {
  const { IDV_WEBHOOK_SECRET: _secret, ...env } = process.env;
  const command = join(checkout, 'packages/idvkit/bin/idvkit.js');
  return spawn(process.execPath, [command, ...argv], { stdio: ['ignore', 'ignore', 'pipe'], env });
}

async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Runs a command to its end. @returns its CPU time in milliseconds. */
async function cpuOf(checkout: string, argv: readonly string[]): Promise<number> {
  const child = start(checkout, argv);
  child.stderr?.resume();
  const isRunning = { value: true };
  const exited = once(child, 'exit').then(() => (isRunning.value = false));
  let last = 0;
  while (isRunning.value) {
    last = await cpuMs(child).catch(() => last);
    await pause(5);
  }
  await exited;
  return last;
}

/** Sends deliveries over connections that stay open. @returns how long each took, and all. */
async function post(
  port: number,
  [bytes, connections, count]: readonly [number, number, number],
): Promise<{ readonly times: number[]; readonly ms: number }> {
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.setNoDelay(true);
      while (sent < count) {
        const body = bodyOf(bytes, (sent += 1));
        const at = performance.now();
        socket.write(
          `POST /hook HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        const [answer] = (await once(socket, 'data')) as [Buffer];
        if (!answer.toString('latin1').startsWith('HTTP/1.1 204')) throw new Error(answer.toString());
        times.push(performance.now() - at);
      }
      socket.destroy();
    }),
  );
  return { times: times.sort((one, other) => one - other), ms: performance.now() - began };
}

async function capture(checkout: string, load: readonly [number, number, number], folder: string): Promise<Load> {
  const child = start(checkout, ['capture', '--port', '0', '--dir', folder]);
  const exited = once(child, 'exit');
  if (child.stderr === null) throw new Error('The capture has no stderr');
  let port = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    port = Number(/http:\S+:(\d+)/.exec(line)?.[1] ?? 0);
    if (port > 0) break;
  }
  child.stderr.resume();
  const before = await cpuMs(child);
  const { times, ms } = await post(port, load);
  const cpu = (await cpuMs(child)) - before;
  child.kill('SIGINT');
  await exited;
  const count = times.length;
  const list = await cpuOf(checkout, ['list', '--dir', folder]);
  return {
    perSecond: Math.round((count / ms) * 1_000),
    p99Ms: Math.round((times[Math.floor(count * 0.99)] ?? 0) * 10) / 10,
    cpuUs: Math.round((cpu / count) * 1_000),
    listedUs: Math.round(((cpu + list) / count) * 1_000),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

async function inFolder<Result>(act: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'idvkit-bench-'));
  try {
    return await act(join(folder, 'archive'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.stdout.write('bytes, connections: checkout: rate, p99, CPU of a delivery, with the first list\n');
for (const load of LOADS) {
  const rounds = new Map<string, Load[]>(checkouts.map((checkout) => [checkout, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [checkout, results] of rounds) results.push(await inFolder((folder) => capture(checkout, load, folder)));
  }
  for (const [checkout, results] of rounds) {
    const [rate, p99, cpu, listed] = (['perSecond', 'p99Ms', 'cpuUs', 'listedUs'] as const).map((key) =>
      median(results.map((result) => result[key])),
    );
    process.stdout.write(`${load[0]} B, ${load[1]}: ${checkout}: ${rate}/s, ${p99} ms, ${cpu} µs, ${listed} µs\n`);
  }
}

process.stdout.write(`CPU of commands at ${values.captures} captures of 3 kB, in ms\n`);
for (const checkout of checkouts) {
  await inFolder(async (folder) => {
    await capture(checkout, [3_000, 64, Number(values.captures)], folder);
    for (const argv of [
      ['list', '--last', '20', '--dir', folder],
      ['list', 'type:submit_form', '--last', '20', '--dir', folder],
      ['list', 'text:nowhere to be found', '--dir', folder],
      ['show', '77', '--dir', folder],
      ['archive', 'verify', folder],
    ])
      process.stdout.write(`${checkout}: ${argv.slice(0, -1).join(' ')}: ${await cpuOf(checkout, argv)}\n`);
  });
}
