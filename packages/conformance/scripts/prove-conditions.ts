/**
 * Measures how many faults that show under one condition only a run finds by the rule that they break. It takes every fault of order 2,
 * and draws some of order 3, keeps those that change a byte of the mock, and runs everything against each of them. Ends with 1 if fewer are
 * found than must be.
 *
 *     pnpm --filter @idvkit/conformance run prove:conditions [--wanted 100] [--orders 2,3] [--seed N] [--jobs 2] [--together 128]
 *         [--drawn FILE] [--thorough]
 *
 * `--together` is the number of faults in one run: only those that are known not to touch the rules of each other. `--drawn` keeps the
 * faults in a file, and takes them from it if it is there. `--jobs 0` draws only. `--thorough` runs
 * as the option of the command does, and draws faults of order 4 as well: nothing is promised of them without it. It draws those of order 2,
 * too, of which the default run finds all.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { SEED } from '../../../tools/testing/sample.ts';
import {
  changesAnything,
  type Drawn,
  type DrawnFault,
  drawFaults,
  drawnText,
  everyFault,
} from '../test/conditional-faults/draw.ts';
import { groupFaults } from '../test/conditional-faults/group-faults.ts';
import type { Measured } from '../test/conditional-faults/measure-faults.ts';
import { whereFaultsShow } from '../test/conditional-faults/shown.ts';
import type { ConditionTask } from './condition-worker.ts';
import { workOff } from './worker-pool.ts';

/** Least share of each order that a run must find; of order 4, of the faults that calls without side effects show. */
const FLOORS: Readonly<Record<'default' | 'thorough', Readonly<Record<number, number>>>> = {
  default: { 2: 1, 3: 0.8 },
  thorough: { 2: 1, 3: 1, 4: 0.95 },
};

const { values } = parseArgs({
  options: {
    wanted: { type: 'string', default: '100' },
    orders: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
    jobs: { type: 'string', default: String(availableParallelism()) },
    together: { type: 'string', default: '128' },
    drawn: { type: 'string' },
    thorough: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);

async function draw(): Promise<readonly Drawn[]> {
  const orders = (values.orders ?? (values.thorough ? '2,3,4' : '2,3')).split(',').map(Number);
  if (values.drawn !== undefined && existsSync(values.drawn)) {
    // As this script wrote it.
    const drawn = JSON.parse(readFileSync(values.drawn, 'utf8')) as Drawn[];
    return drawn.filter(({ order }) => orders.includes(order));
  }
  const shown = await whereFaultsShow();
  const isEach = (order: number): boolean => order === 2 && !values.thorough;
  const all = orders.filter(isEach).map((order): Drawn => {
    const faults = everyFault(order, shown);
    return { order, drawn: faults.length, infeasible: 0, faults };
  });
  const sampled = orders.filter((order) => !isEach(order));
  const drawn = [...all, ...(await drawFaults({ seed, wanted: Number(values.wanted), orders: sampled, shown }))];
  if (values.drawn !== undefined) writeFileSync(values.drawn, JSON.stringify(drawn, null, 1));
  return drawn;
}

function whyMissed({ shown, others, verdict, problem }: Measured): string {
  if (problem !== undefined) return `the run ended early: ${problem}`;
  if (shown === 0) return 'not visited';
  const seen = `showed ${shown} times, its rule: ${verdict}`;
  return others.length === 0 ? `${seen}, no rule fails` : `${seen}, found by ${others.join(', ')}`;
}

const began = performance.now();
const drawn = await draw();
process.stderr.write(`drawn after ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
const measured = new Map<DrawnFault, Measured>();
const options = { seed, thorough: values.thorough };
const tasksOf = (faults: readonly DrawnFault[], together: number): readonly ConditionTask[] =>
  groupFaults(faults, together).map((group) => ({ group, options }));
const left = drawn.flatMap(({ faults }) => tasksOf(faults, Number(values.together)));
const all = drawn.flatMap(({ faults }) => faults).length;
const onMeasured = (fault: DrawnFault, came: Measured): void => {
  measured.set(fault, came);
  const mark = came.isFound ? '✓' : '✗';
  process.stderr.write(`${measured.size} of ${all} ${mark} order ${fault.order}: ${drawnText(fault)}\n`);
};
/** Measures missed faults again in smaller groups, and at last by themselves, as others may have hidden them. */
const onResult = ({ group }: ConditionTask, results: readonly Measured[]): void => {
  const missed: DrawnFault[] = [];
  for (const [index, fault] of group.entries()) {
    const came = results[index];
    if (came === undefined) throw new Error('A worker measures each fault of a group');
    if (came.isFound || group.length === 1) onMeasured(fault, came);
    else missed.push(fault);
  }
  left.push(...tasksOf(missed, Math.max(1, Math.floor(group.length / 8))));
};
await workOff(left, {
  worker: new URL('condition-worker.ts', import.meta.url),
  jobs: Number(values.jobs),
  onResult,
});

const isMissed = (fault: DrawnFault): boolean => measured.get(fault)?.isFound !== true;

/** Leaves out missed faults that change no byte. Of those that were drawn, each changes one. */
async function feasible(all: readonly Drawn[]): Promise<readonly Drawn[]> {
  if (!all.some(({ faults }) => faults.some(isMissed))) return all;
  const shown = await whereFaultsShow();
  const isPossible = async (fault: DrawnFault): Promise<boolean> =>
    !isMissed(fault) || (await changesAnything(fault, shown));
  return Promise.all(
    all.map(async (each) => {
      const possible = await Promise.all(each.faults.map(isPossible));
      const faults = each.faults.filter((_, index) => possible[index]);
      return { ...each, infeasible: each.infeasible + each.faults.length - faults.length, faults };
    }),
  );
}

let misses = 0;
let total = 0;
let isBelow = false;
const rows: string[] = [];
for (const { order, drawn: count, infeasible, faults } of await feasible(drawn)) {
  const missed = faults.filter(isMissed);
  misses += missed.length;
  total += faults.length;
  const free = faults.filter(({ needsEffect }) => !needsEffect);
  const bound = order < 4 ? faults : free;
  const floor = FLOORS[values.thorough ? 'thorough' : 'default'][order] ?? 0;
  isBelow ||= bound.filter(isMissed).length > bound.length * (1 - floor);
  const found = faults.length - missed.length;
  const foundFree = `${free.length - free.filter(isMissed).length} of ${free.length}`;
  rows.push(`| ${order} | ${count} | ${infeasible} | ${faults.length} | ${found} | ${foundFree} | ${missed.length} |`);
  for (const fault of missed) {
    const came = measured.get(fault);
    if (came) process.stdout.write(`✗ order ${order}: ${drawnText(fault)}: ${whyMissed(came)}\n`);
  }
}
process.stdout.write(
  `| order | drawn | infeasible | feasible | found | found without side effects | missed |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n`,
);
process.stdout.write(`${rows.join('\n')}\n`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(`seed ${seed}: ${total - misses} of ${total} conditional faults found in ${seconds} s\n`);
process.exitCode = isBelow ? 1 : 0;
