/**
 * Proves that killed workers, restarted servers, full disks and plans that are sent twice, shuffled, do not change the corpus.
 *
 * Usage: node scripts/prove-kills.ts [--kills 1000] [--restarts 20] [--full-disks 20]. It needs redis-server and PostgreSQL 15.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { openQueue } from '@idvkit/queue';
import type { AnalysisTask } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';

import { reservePort } from '../../../tools/reserve-port.ts';
import { killWorkers } from '../test/parts/kill-workers.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    restarts: { type: 'string', default: '20' },
    'full-disks': { type: 'string', default: '20' },
  },
});
const wanted = { kills: Number(values.kills), restarts: Number(values.restarts), disks: Number(values['full-disks']) };
const bin = fileURLToPath(new URL('../bin/idv-analyze.js', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'idvkit-prove-kills-'));

function analyze(...argv: string[]): { readonly code: number; readonly stdout: string } {
  try {
    return {
      code: 0,
      stdout: execFileSync(process.execPath, [bin, ...argv], { cwd, encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    if (status !== 3 && status !== 2)
      throw new Error(`idv-analyze ${argv.join(' ')} ended with ${status}: ${stderr}`, { cause: error });
    return { code: status, stdout };
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function untilAnswers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (isUp) return;
    await setTimeout(50);
  }
}

interface Server {
  readonly kind: string;
  readonly url: string;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function startRedis(appendOnly: 'yes' | 'no'): Promise<Server> {
  const port = await reservePort();
  const folder = mkdtempSync(join(cwd, 'redis-'));
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    server = spawn(
      'redis-server',
      ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', appendOnly, '--save', ''],
      { stdio: 'ignore' },
    );
    await untilAnswers(port);
  };
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  await start();
  return {
    kind: `Redis, append-only ${appendOnly}`,
    url: `redis://127.0.0.1:${port}`,
    stop,
    restart: async () => (await stop(), start()),
  };
}

async function startPostgres(): Promise<Server> {
  const port = await reservePort();
  const [programs = ''] = globSync('/usr/lib/postgresql/*/bin');
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-postgres-'));
  // PostgreSQL refuses to run as root.
  const as = userInfo().uid === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const run = (program: string, ...args: string[]): void => {
    const [command = '', ...rest] = [...as, join(programs, program), ...args];
    execFileSync(command, rest, { stdio: 'ignore', cwd: tmpdir() });
  };
  if (as.length > 0) execFileSync('chown', ['postgres', folder]);
  run('initdb', '-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres');
  const control = (...args: string[]): void => run('pg_ctl', '-D', join(folder, 'data'), '-w', ...args);
  const start = async (): Promise<void> => {
    control('start', '-l', join(folder, 'log'), '-o', `-p ${port} -k ${folder} -h 127.0.0.1`);
    await untilAnswers(port);
  };
  await start();
  return {
    kind: 'PostgreSQL',
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: async () => (control('restart', '-m', 'immediate'), untilAnswers(port)),
    stop: async () => {
      control('stop', '-m', 'immediate');
      rmSync(folder, { recursive: true });
    },
  };
}

/** One round: a plan sent twice in random order, kills and restarts in between, until all parts are there. */
async function round(
  server: Server,
  options: { expected: string; kills: number; restarts: number },
): Promise<{ kills: number; restarts: number }> {
  const name = `idvkit_prove_${randomBytes(6).toString('hex')}`;
  const parts = join(cwd, name);
  const tasks = readFileSync(join(cwd, 'plan.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AnalysisTask);
  const shuffled = [...tasks, ...tasks].map((task) => [Math.random(), task] as const).sort(([a], [b]) => a - b);
  const queue = await openQueue(server.url, { namespace: name });
  await queue.send(shuffled.map(([, task]) => task));
  await queue.close();
  const done = { kills: 0, restarts: 0 };
  const kill = async (): Promise<void> => {
    const running = killWorkers({
      cwd,
      url: server.url,
      name,
      parts,
      workers: 2,
      kills: options.kills,
      random: Math.random,
    });
    const restarting = (async () => {
      for (let count = 0; count < options.restarts; count += 1) {
        await setTimeout(300 + Math.random() * 1_000);
        await server.restart();
        done.restarts += 1;
      }
    })();
    done.kills += await running;
    await restarting;
  };
  await kill();
  // A server that forgets has lost tasks; the parts say which.
  for (let again = 0; again < 5; again += 1) {
    const { code } = analyze(
      'collect',
      'plan.ndjson',
      '--parts',
      name,
      '--json',
      '--enqueue',
      server.url,
      '--queue-name',
      name,
    );
    if (code !== 3) break;
    await killWorkers({ cwd, url: server.url, name, parts, workers: 2, kills: 0, random: Math.random });
  }
  const { stdout } = analyze('collect', 'plan.ndjson', '--parts', name, '--json');
  if (hashOf(stdout) !== options.expected) throw new Error(`${server.kind}: the corpus differs. See ${cwd}`);
  rmSync(parts, { recursive: true });
  return done;
}

/** Fills a disk of 1 MB, so that no part fits, and then makes room. Needs root. */
function fullDisks(count: number, expected: string): void {
  const disk = join(cwd, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  try {
    for (let index = 0; index < count; index += 1) {
      rmSync(join(disk, 'parts'), { recursive: true, force: true });
      mkdirSync(join(disk, 'parts'));
      const room = Math.floor(Math.random() * 200) * 1_024;
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, 1_024 * 1_024 - room)));
      const { code } = analyze('work', 'plan.ndjson', '--parts', join(disk, 'parts'));
      if (code !== 2) throw new Error(`A full disk ended with ${code}`);
      for (const part of globSync(join(disk, 'parts/*.json'))) {
        if (statSync(part).size === 0) throw new Error(`${part} is empty`);
      }
      rmSync(join(disk, 'ballast'));
      analyze('work', 'plan.ndjson', '--parts', join(disk, 'parts'));
      const { stdout } = analyze('collect', 'plan.ndjson', '--parts', join(disk, 'parts'), '--json');
      if (hashOf(stdout) !== expected) throw new Error('The corpus differs after a full disk');
    }
  } finally {
    execFileSync('umount', [disk]);
  }
}

mkdirSync(join(cwd, 'in'));
for (const [index, delivery] of fc.sample(arbitraries.delivery(), { numRuns: 60, seed: 11 }).entries())
  appendFileSync(join(cwd, `in/d${Math.floor(index / 2)}.ndjson`), `${JSON.stringify(delivery)}\n`);
analyze('plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '1');
const expected = hashOf(analyze('in', '--json').stdout);
const servers = [await startRedis('yes'), await startRedis('no'), await startPostgres()];
const share = (total: number): number => Math.ceil(total / servers.length);
try {
  for (const server of servers) {
    const total = { kills: 0, restarts: 0, rounds: 0 };
    const started = performance.now();
    while (total.kills < share(wanted.kills) || total.restarts < share(wanted.restarts)) {
      const { kills, restarts } = await round(server, {
        expected,
        kills: Math.min(25, share(wanted.kills) - total.kills),
        restarts: total.restarts < share(wanted.restarts) ? 1 : 0,
      });
      total.kills += kills;
      total.restarts += restarts;
      total.rounds += 1;
      process.stdout.write(
        `${server.kind}: ${total.kills} kills, ${total.restarts} restarts, ${total.rounds} rounds, one SHA-256, ${Math.round((performance.now() - started) / 1000)} s\n`,
      );
    }
  }
  if (userInfo().uid === 0 && wanted.disks > 0) {
    fullDisks(wanted.disks, expected);
    process.stdout.write(`${wanted.disks} full disks: one SHA-256\n`);
  }
} finally {
  for (const server of servers) await server.stop();
}
rmSync(cwd, { recursive: true });
