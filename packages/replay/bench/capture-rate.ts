/**
 * Measures deliveries of 3 kB: of `node:http` that only answers, of one that appends to a file and syncs it before it answers, and of a
 * capture. The first two are the limits of any capture in Node. Needs `wrk` (Debian has it). Run nothing else.
 *
 *     pnpm --filter @idvkit/replay run bench:rate [connections, default 64] [seconds, default 10]
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cpuMs, prepareLoad, start } from './load.ts';

const [connections = '64', seconds = '10'] = process.argv.slice(2);
const folder = await mkdtemp(join(process.cwd(), '.bench-rate-'));
const load = await prepareLoad(folder, Number(connections));

async function measure(name: string, argv: readonly string[]): Promise<void> {
  const { child, url } = await start(argv);
  await load(url, 2);
  const before = await cpuMs(child);
  const { answered, perSecond, p99, failed } = await load(url, Number(seconds));
  const cpu = (await cpuMs(child)) - before;
  process.stdout.write(
    `${name}: ${perSecond}/s, p99 ${p99}, ${Math.round((cpu / answered) * 1_000)} µs of CPU each, ${failed} failed\n`,
  );
  child.kill('SIGINT');
  await once(child, 'exit');
}

try {
  const sink = fileURLToPath(new URL('appending-sink.ts', import.meta.url));
  await measure('node:http', [sink]);
  await measure('node:http with fdatasync', [sink, join(folder, 'sink')]);
  const command = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
  await measure('idvkit capture', [command, 'capture', '--port', '0', '--dir', join(folder, 'archive')]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
