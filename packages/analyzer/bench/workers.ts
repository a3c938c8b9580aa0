/**
 * Measures what a second worker gains, in two processes that share a plan: of payloads with many hits, and of files with small deliveries.
 * Run nothing else. A worker compiles its code while it does its first tasks, and then lives for hours: the gain is given for whole runs,
 * and for the second half of their tasks. Then it measures what a task costs beside its scan.
 *
 *     pnpm --filter @idvkit/analyzer run bench:workers [megabytes of deliveries, default 200] [rounds, default 2]
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deliveryLines } from './deliveries.ts';
import { cpuSecondsOfEnded, runProcess, type ProcessRun } from './run-process.ts';
import { writePayload } from './write-payload.ts';

/** Kinds of data, with the bytes of a task, and how many times as much there is of them: payloads of many hits are read faster. */
const KINDS = {
  'payloads of 200 MB': { taskBytes: 200e6, times: 12 },
  'deliveries of 6 kB': { taskBytes: 5e6, times: 1 },
} as const;
const SMALL_FILES = 200;
const [megabytes = '200', rounds = '2'] = process.argv.slice(2);
const bin = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'idvkit-bench-workers-'));
const path = (name: string): string => join(folder, name);
const lines = deliveryLines()['6 kB'];

type Kind = keyof typeof KINDS;

const analyze = (...args: string[]): Promise<ProcessRun> => runProcess(process.execPath, [bin, 'analyze', ...args]);

/** Writes the input of each task, and plans of all tasks and of the first half. @returns megabytes and tasks. */
async function writeInputs(kind: Kind): Promise<{ readonly megabytes: number; readonly tasks: number }> {
  const { taskBytes, times } = KINDS[kind];
  // Two workers share each half of the tasks evenly.
  const tasks = 4 * Math.max(1, Math.round((Number(megabytes) * 1e6 * times) / taskBytes / 4));
  const first = path(`${kind}/0.${kind === 'payloads of 200 MB' ? 'json' : 'ndjson'}`);
  mkdirSync(path(kind));
  if (kind === 'payloads of 200 MB') writePayload(first, 'hits', { bytes: taskBytes, seed: 1 });
  else {
    const hundred = `${lines.slice(0, 100).join('\n')}\n`;
    writeFileSync(first, hundred.repeat(Math.ceil(taskBytes / hundred.length)));
  }
  for (let task = 1; task < tasks; task += 1) copyFileSync(first, first.replace('/0.', `/${task}.`));
  const { size } = statSync(first);
  await analyze('plan', path(kind), '--out', path(`${kind}.plan`), '--task-bytes', `${size}`);
  writeFileSync(path(`${kind}.half`), halfOf(readFileSync(path(`${kind}.plan`), 'utf8')));
  return { megabytes: (size * tasks) / 1e6, tasks };
}

/** Seconds of time, and of processor time of all processes. */
type Times = Pick<ProcessRun, 'seconds'> & { readonly cpuSeconds: number };

/** Returns the times in which so many processes do all tasks of a plan. */
async function timesOf(workers: number, plan: string): Promise<Times> {
  const parts = path(`parts-${workers}`);
  const lines = readFileSync(path(plan), 'utf8').split(/^/m);
  const share = (index: number): string => {
    const file = path(`share-${index}`);
    writeFileSync(file, lines.filter((_, line) => line % workers === index).join(''));
    return file;
  };
  const [started, cpuBefore] = [performance.now(), cpuSecondsOfEnded() ?? 0];
  await Promise.all(Array.from({ length: workers }, (_, index) => analyze('work', share(index), '--parts', parts)));
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

const cheapest = (taskBytes: string): Promise<number> =>
  least(
    () => cpuOf(taskBytes),
    (cpuSeconds) => cpuSeconds,
  );

/** Returns what the second worker gains, of a whole run and of its second half. */
async function gainOf(kind: Kind): Promise<string> {
  const input = await writeInputs(kind);
  const fastest = (workers: number, plan: string): Promise<Times> =>
    least(
      () => timesOf(workers, `${kind}.${plan}`),
      ({ seconds }) => seconds,
    );
  const [one, two] = [await fastest(1, 'plan'), await fastest(2, 'plan')];
  const [oneLater, twoLater] = [later(one, await fastest(1, 'half')), later(two, await fastest(2, 'half'))];
  const text = ({ seconds, cpuSeconds }: Times): string =>
    `${seconds.toFixed(1)} s with ${(cpuSeconds / seconds).toFixed(2)} cores`;
  const gain = (single: Times, double: Times): string =>
    `1 worker ${text(single)}, 2 workers ${text(double)}, ratio ${(single.seconds / double.seconds).toFixed(2)}`;
  return [
    `${kind}, ${Math.round(input.megabytes)} MB in ${input.tasks} tasks: ${gain(one, two)}`,
    `  second half: ${gain(oneLater, twoLater)}`,
    `  start of a worker: ${Math.max(0, one.cpuSeconds - 2 * oneLater.cpuSeconds).toFixed(1)} s of processor time`,
  ].join('\n');
}

/** Returns the times of the second half. */
function later(whole: Times, half: Times): Times {
  return { seconds: whole.seconds - half.seconds, cpuSeconds: whole.cpuSeconds - half.cpuSeconds };
}

try {
  process.stdout.write(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}\n`);
  for (const kind of Object.keys(KINDS) as Kind[]) process.stdout.write(`${await gainOf(kind)}\n`);
  mkdirSync(path('small'));
  for (let file = 0; file < SMALL_FILES; file += 1)
    writeFileSync(path(`small/${file}.json`), lines[file % lines.length] ?? '{}');
  const [together, apart] = [await cheapest('1GB'), await cheapest('1')];
  const taskMs = ((apart - together) / (SMALL_FILES - 1)) * 1_000;
  process.stdout.write(`a task beside its scan: ${taskMs.toFixed(1)} ms of processor time\n`);
} finally {
  rmSync(folder, { recursive: true });
}
