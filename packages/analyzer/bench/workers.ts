/**
 * Measures what a second worker gains, in two processes that share a plan, and what a task costs beside its scan. Run nothing else.
 *
 *     pnpm --filter @idvkit/analyzer run bench:workers [megabytes, default 400] [rounds, default 3]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deliveryLines } from './deliveries.ts';
import { runProcess, type ProcessRun } from './run-process.ts';

const FILES = 40;
const SMALL_FILES = 200;
const [megabytes = '400', rounds = '3'] = process.argv.slice(2);
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

/** Seconds in which so many processes do all tasks. */
async function timeOf(workers: number): Promise<number> {
  const parts = path(`parts-${workers}`);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      analyze('work', path('large.plan'), '--parts', parts, '--shard', `${index + 1}/${workers}`),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  rmSync(parts, { recursive: true });
  return seconds;
}

/** Seconds of processor time for the small inputs, all in one task or each in its own. */
async function cpuOf(taskBytes: string): Promise<number> {
  await analyze('plan', path('small'), '--out', path('small.plan'), '--task-bytes', taskBytes);
  const { cpuSeconds, seconds } = await analyze('work', path('small.plan'), '--parts', path('parts'));
  rmSync(path('parts'), { recursive: true });
  return cpuSeconds ?? seconds;
}

async function least(measure: () => Promise<number>): Promise<number> {
  let found = Number.POSITIVE_INFINITY;
  for (let round = 0; round < Number(rounds); round += 1) found = Math.min(found, await measure());
  return found;
}

try {
  const bytes = writeInputs();
  await analyze('plan', path('large'), '--out', path('large.plan'), '--task-bytes', `${bytes}`);
  const one = await least(() => timeOf(1));
  const two = await least(() => timeOf(2));
  const together = await least(() => cpuOf('1GB'));
  const apart = await least(() => cpuOf('1'));
  const taskMs = ((apart - together) / (SMALL_FILES - 1)) * 1_000;
  process.stdout.write(
    [
      `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      `${Math.round((bytes * FILES) / 1e6)} MB in ${FILES} tasks: 1 worker ${one.toFixed(1)} s, 2 workers ${two.toFixed(1)} s, ratio ${(one / two).toFixed(2)}`,
      `a task beside its scan: ${taskMs.toFixed(1)} ms of processor time`,
      '',
    ].join('\n'),
  );
} finally {
  rmSync(folder, { recursive: true });
}
