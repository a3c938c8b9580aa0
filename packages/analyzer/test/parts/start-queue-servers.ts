import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { reservePort } from '../../../../tools/testing/reserve-port.ts';

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

/** A server for queues that can be restarted. */
export interface QueueServer {
  readonly kind: string;
  readonly url: string;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a Redis in a folder. */
async function startRedis(cwd: string, appendOnly: 'yes' | 'no'): Promise<QueueServer> {
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

/** Starts a PostgreSQL in a folder that its user may write to. */
async function startPostgres(): Promise<QueueServer> {
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

/** Starts a Redis with and one without an append-only file, and a PostgreSQL. `cwd` is removed by the caller. */
export async function startQueueServers(cwd: string): Promise<QueueServer[]> {
  return [await startRedis(cwd, 'yes'), await startRedis(cwd, 'no'), await startPostgres()];
}
