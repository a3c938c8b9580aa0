import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Milliseconds of CPU in a tick of `/proc`. */
const TICK_MS = 10;

/** Starts a process of Node that prints its address on stderr. */
export async function start(argv: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
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

/** Processor time of a process, all its threads together. */
export async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** What `wrk` counted. */
export interface Load {
  readonly answered: number;
  readonly perSecond: number;
  readonly p99: string;
  readonly failed: number;
}

/** Prepares deliveries of 3 kB, each with its own nounce. @returns what sends them to a URL for some seconds. */
export async function prepareLoad(
  folder: string,
  connections: number,
): Promise<(url: string, seconds: number) => Promise<Load>> {
  const script = join(folder, 'post.lua');
  await writeFile(
    script,
    `local n, id, pad = 0, tostring({}):sub(8) .. os.time(), string.rep('x', 2900)
function request()
  n = n + 1
  return wrk.format('POST', '/', {}, '{"event":{"type":"submit_form","nounce":"' .. id .. n .. '"},"filler":"' .. pad .. '"}')
end
`,
  );
  return async (url, seconds) => {
    const argv = ['-t1', '-c', `${connections}`, '-d', `${seconds}`, '--latency', '-s', script, url];
    const { stdout } = await promisify(execFile)('wrk', argv);
    const find = (pattern: RegExp): string => pattern.exec(stdout)?.[1] ?? '0';
    return {
      answered: Number(find(/(\d+) requests in/)),
      perSecond: Number(find(/Requests\/sec:\s+(\d+)/)),
      p99: find(/99%\s+(\S+)/),
      failed: Number(find(/Non-2xx or 3xx responses: (\d+)/)),
    };
  };
}
