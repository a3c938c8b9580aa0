/**
 * Measures deliveries of 3 kB: of `node:http` that only answers, of one that appends to a file and syncs it before it answers, and of a
 * capture. The first two are the limits of any capture in Node. Needs `wrk` (Debian has it). Run nothing else.
 *
 *     pnpm --filter @idvkit/replay run bench:rate [connections, default 64] [seconds, default 10]
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const [connections = '64', seconds = '10'] = process.argv.slice(2);
/** Milliseconds of CPU in a tick of `/proc`. */
const TICK_MS = 10;
const folder = await mkdtemp(join(process.cwd(), '.bench-rate-'));
const script = join(folder, 'post.lua');
await writeFile(
  script,
  `local n, id, pad = 0, tostring({}):sub(8), string.rep('x', 2900)
function request()
  n = n + 1
  return wrk.format('POST', '/', {}, '{"event":{"type":"submit_form","nounce":"' .. id .. n .. '"},"filler":"' .. pad .. '"}')
end
`,
);

async function start(argv: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const { IDV_WEBHOOK_SECRET: _secret, ...env } = process.env;
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'], env });
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stderr.resume();
    return { child, url };
  }
  throw new Error(`${argv.join(' ')} did not start`);
}

async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function measure(name: string, argv: readonly string[]): Promise<void> {
  const { child, url } = await start(argv);
  const load = (duration: string): Promise<{ stdout: string }> =>
    promisify(execFile)('wrk', ['-t1', '-c', connections, '-d', duration, '--latency', '-s', script, url]);
  await load('2');
  const before = await cpuMs(child);
  const { stdout } = await load(seconds);
  const cpu = (await cpuMs(child)) - before;
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const find = (pattern: RegExp): string => pattern.exec(stdout)?.[1] ?? '?';
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  process.stdout.write(
    `${name}: ${find(/Requests\/sec:\s+(\d+)/)}/s, p99 ${find(/99%\s+(\S+)/)}, ${Math.round((cpu / count) * 1_000)} µs of CPU each, ${failed} failed\n`,
  );
  child.kill('SIGINT');
  await once(child, 'exit');
}

try {
  const sink = fileURLToPath(new URL('appending-sink.ts', import.meta.url));
  await measure('node:http', [sink]);
  await measure('node:http with fdatasync', [sink, join(folder, 'sink')]);
  const command = fileURLToPath(new URL('../bin/idv-replay.js', import.meta.url));
  await measure('idv-replay capture', [command, 'capture', '--port', '0', '--dir', join(folder, 'archive')]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
