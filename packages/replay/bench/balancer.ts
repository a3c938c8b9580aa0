/**
 * Measures one capture and three captures behind a TCP balancer: deliveries per second, and CPU of each process. Then merges their
 * archives and counts. Needs `wrk` and `haproxy` (Debian has both). Run nothing else.
 *
 *     pnpm --filter @idvkit/replay run bench:balancer [connections of a capture, default 64] [seconds, default 10] [rounds, default 2]
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Archive } from '@idvkit/replay';

import { reservePort } from '../../../tools/testing/reserve-port.ts';
import { cpuMs, prepareLoad, start, type Load } from './load.ts';

const [connections = '64', seconds = '10', rounds = '2'] = process.argv.slice(2);
const command = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
const folder = await mkdtemp(join(process.cwd(), '.bench-balancer-'));

/** Starts HAProxy before captures: each connection goes to the next of them. */
async function startBalancer(urls: readonly string[]): Promise<{ balancer: ChildProcess; url: string }> {
  const port = await reservePort();
  const config = join(folder, 'haproxy.cfg');
  const servers = urls.map((url, index) => `  server capture-${index} ${new URL(url).host}`);
  const times = '  timeout connect 5s\n  timeout client 60s\n  timeout server 60s';
  await writeFile(
    config,
    `global\n  nbthread 1\nlisten captures\n  mode tcp\n  bind 127.0.0.1:${port}\n  balance roundrobin\n${times}\n${servers.join('\n')}\n`,
  );
  const balancer = spawn('haproxy', ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(balancer, 'spawn');
  for (let isUp = false; !isUp;) {
    const socket = connect(port, '127.0.0.1');
    isUp = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (!isUp) await setTimeout(20);
  }
  return { balancer, url: `http://127.0.0.1:${port}/` };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await once(child, 'exit');
}

/** Merges archives. @returns how many captures they have, and how many different ones the merged archive has. */
async function merge(archives: readonly string[], out: string): Promise<{ kept: number; different: number }> {
  await promisify(execFile)(process.execPath, [command, 'archive', 'merge', ...archives, '--out', out]);
  let kept = 0;
  for (const path of archives) {
    const archive = Archive.open(path);
    kept += archive.captures().length;
    await archive.close();
  }
  const merged = Archive.open(out);
  const captures = merged.captures();
  await merged.close();
  return { kept, different: new Set(captures.map(({ body }) => body.sha256)).size };
}

async function measure(count: number, round: number): Promise<void> {
  const archives = Array.from({ length: count }, (_, index) => join(folder, `${count}-${round}-${index}`));
  const captures = await Promise.all(archives.map((path) => start([command, 'capture', '--port', '0', '--dir', path])));
  const { balancer, url } = await startBalancer(captures.map((capture) => capture.url));
  const all = [balancer, ...captures.map(({ child }) => child)];
  const load = await prepareLoad(folder, Number(connections) * count);
  const loads: Load[] = [await load(url, 2)];
  const before = await Promise.all(all.map(cpuMs));
  const measured = await load(url, Number(seconds));
  loads.push(measured);
  const spent = await Promise.all(all.map(async (child, index) => (await cpuMs(child)) - (before[index] ?? 0)));
  for (const child of all) await stop(child);
  const { kept, different } = await merge(archives, join(folder, `${count}-${round}-merged`));
  const each = (ms: number, deliveries: number): string => `${Math.round((ms / deliveries) * 1_000)} µs`;
  const [ofBalancer = 0, ...ofCaptures] = spent;
  const captureMs = ofCaptures.reduce((sum, ms) => sum + ms, 0);
  const answered = loads.reduce((sum, { answered: some }) => sum + some, 0);
  const failed = loads.reduce((sum, { failed: some }) => sum + some, 0);
  process.stdout.write(
    [
      `${count} captures, ${availableParallelism()} cores: ${measured.perSecond}/s, p99 ${measured.p99}`,
      `  CPU of a delivery: ${each(captureMs, measured.answered)} in its capture, ${each(ofBalancer, measured.answered)} in the balancer; cores of the captures: ${ofCaptures.map((ms) => (ms / 1_000 / Number(seconds)).toFixed(2)).join(', ')}`,
      `  answered ${answered}, of which refused ${failed}; kept ${kept}, different after the merge ${different}`,
      '',
    ].join('\n'),
  );
}

try {
  for (let round = 0; round < Number(rounds); round += 1) for (const count of [1, 3]) await measure(count, round);
} finally {
  await rm(folder, { recursive: true, force: true });
}
