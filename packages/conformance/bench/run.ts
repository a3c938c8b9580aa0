/**
 * Measures a full conformance run as a user starts it: `idvkit check` against `idvkit mock` over a socket, each a process
 * of its own. Prints wall time and peak memory of the run.
 *
 *     pnpm --filter @idvkit/conformance bench [runs]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const runs = Number(process.argv[2] ?? 5);
const resolve = createRequire(import.meta.url);
const bin = (name: string): string =>
  resolve.resolve(`${name}/package.json`).replace('package.json', `bin/${name.replace('@idvkit/', 'idv-')}.js`);

const mock = spawn(process.execPath, [bin('@idvkit/mock'), '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  let baseUrl = '';
  for await (const line of createInterface({ input: mock.stdout })) {
    baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (baseUrl !== '') break;
  }
  const seconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    const child = spawn(process.execPath, [bin('@idvkit/conformance'), 'run', '--base-url', baseUrl, '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    let peakKb = 0;
    const sampling = setInterval(() => (peakKb = Math.max(peakKb, peakOf(child.pid))), 50);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [code] = (await once(child, 'close')) as [number];
    clearInterval(sampling);
    seconds.push((performance.now() - started) / 1_000);
    const { summary } = JSON.parse(Buffer.concat(chunks).toString()) as {
      summary: { passed: number; failed: number; observations: number };
    };
    const { passed, failed, observations } = summary;
    process.stdout.write(
      `${seconds.at(-1)?.toFixed(2)} s  ${(peakKb / 1_000).toFixed(0)} MB  exit ${code}  ${passed} passed, ${failed} failed, ${observations} observations\n`,
    );
  }
  process.stdout.write(`median ${seconds.sort((a, b) => a - b)[Math.floor(runs / 2)]?.toFixed(2)} s of wall time\n`);
} finally {
  mock.kill();
}

/** Peak memory of a process in kB, where the system tells. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
