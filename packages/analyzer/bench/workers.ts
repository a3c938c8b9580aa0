/**
 * Measures what a second worker gains, in two processes that share a plan, what a worker takes for its start, and what a task costs
 * beside its scan. Run nothing else. The start is that of the process and of compiling: a worker compiles while it does its first tasks.
 *
 *     pnpm --filter @idvkit/analyzer run bench:workers [megabytes, default 1200] [rounds, default 3]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deliveryLines } from './deliveries.ts';
import { cpuSecondsOfEnded, runProcess, type ProcessRun } from './run-process.ts';

const FILES = 40;
const SMALL_FILES = 200;
const [megabytes = '1200', rounds = '3'] = process.argv.slice(2);
const bin = fileURLToPath(new URL('../bin/idv-analyze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'idvkit-bench-workers-'));
const path = (name: string): string => join(folder, name);

const analyze = (...args: string[]): Promise<ProcessRun> => runProcess(process.execPath, [bin, ...args]);

/** @returns bytes of a large file. */
function writeInputs(): number {
  const lines = deliveryLines()['6 kB'];
  const one = `${lines.slice(0, 100).join('\n')}\n`;
  const times = Math.max(1, Math.round((Number(megabytes) * 1e6) / FILES / one.length));
  for (const name of ['large', 'small']) mkdirSync(path(name));
  for (let file = 0; file < FILES; file += 1) writeFileSync(path(`large/${file}.ndjson`), one.repeat(times));
  for (let file = 0; file < SMALL_FILES; file += 1)
    writeFileSync(path(`small/${file}.json`), lines[file % lines.length] ?? '{}');
  return Buffer.byteLength(one) * times;
}

/** Seconds of time, and of processor time of all processes. */
type Times = Pick<ProcessRun, 'seconds'> & { readonly cpuSeconds: number };

/** Returns the times in which so many processes do all tasks of a plan. */
async function timesOf(workers: number, plan: string): Promise<Times> {
  const parts = path(`parts-${workers}`);
  const [started, cpuBefore] = [performance.now(), cpuSecondsOfEnded() ?? 0];
  await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      analyze('work', path(plan), '--parts', parts, '--shard', `${index + 1}/${workers}`),
    ),
  );
  const times = {
    seconds: (performance.now() - started) / 1_000,
    cpuSeconds: (cpuSecondsOfEnded() ?? 0) - cpuBefore,
  };
  rmSync(parts, { recursive: true });
  return times;
}

/** Returns the first half of the lines. */
function halfOf(text: string): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.slice(0, lines.length / 2).join('\n')}\n`;
}

/** Seconds of processor time for the small inputs, all in one task or each in its own. */
async function cpuOf(taskBytes: string): Promise<number> {
  await analyze('plan', path('small'), '--out', path('small.plan'), '--task-bytes', taskBytes);
  const { cpuSeconds, seconds } = await analyze('work', path('small.plan'), '--parts', path('parts'));
  rmSync(path('parts'), { recursive: true });
  return cpuSeconds ?? seconds;
}

/** Returns the least of several rounds. */
async function least<Measured>(
  measure: () => Promise<Measured>,
  by: (measured: Measured) => number,
): Promise<Measured> {
  let found = await measure();
  for (let round = 1; round < Number(rounds); round += 1) {
    const next = await measure();
    if (by(next) < by(found)) found = next;
  }
  return found;
}

const fastest = (workers: number, plan: string): Promise<Times> =>
  least(
    () => timesOf(workers, plan),
    ({ seconds }) => seconds,
  );
const cheapest = (taskBytes: string): Promise<number> =>
  least(
    () => cpuOf(taskBytes),
    (cpuSeconds) => cpuSeconds,
  );

try {
  const bytes = writeInputs();
  await analyze('plan', path('large'), '--out', path('large.plan'), '--task-bytes', `${bytes}`);
  // What the second half takes has no start in it.
  writeFileSync(path('half.plan'), halfOf(readFileSync(path('large.plan'), 'utf8')));
  const one = await fastest(1, 'large.plan');
  const half = await fastest(1, 'half.plan');
  const two = await fastest(2, 'large.plan');
  const together = await cheapest('1GB');
  const apart = await cheapest('1');
  const taskMs = ((apart - together) / (SMALL_FILES - 1)) * 1_000;
  const startSeconds = Math.max(0, 2 * half.cpuSeconds - one.cpuSeconds);
  const text = ({ seconds, cpuSeconds }: Times): string =>
    `${seconds.toFixed(1)} s with ${(cpuSeconds / seconds).toFixed(2)} cores`;
  process.stdout.write(
    [
      `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      `${Math.round((bytes * FILES) / 1e6)} MB in ${FILES} tasks: 1 worker ${text(one)}, 2 workers ${text(two)}, ratio ${(one.seconds / two.seconds).toFixed(2)}`,
      `a worker's start: ${startSeconds.toFixed(1)} s of processor time`,
      `a task beside its scan: ${taskMs.toFixed(1)} ms of processor time`,
      '',
    ].join('\n'),
  );
} finally {
  rmSync(folder, { recursive: true });
}
