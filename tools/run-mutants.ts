/** Runs a seeded sample of mutants and prints how many of them the tests kill. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { MutantTask } from './mutants/mutant-worker.ts';
import { mutationsOf, type Mutation } from './mutants/mutations.ts';
import { TARGETS, type MutantTarget } from './mutants/targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('../', import.meta.url));

interface Mutant {
  readonly path: string;
  readonly mutation: Mutation;
}

function sampleOf(target: MutantTarget): readonly Mutant[] {
  const all = target.sources.flatMap((path) =>
    mutationsOf(path, readFileSync(root + path, 'utf8')).map((mutation) => ({ path, mutation })),
  );
  // A linear congruential generator gives the same sample on every machine.
  let state = Number(values.seed);
  const keyed = all.map((mutant) => ({ mutant, key: (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) }));
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

let worker: ChildProcess | undefined;

async function readyWorker(): Promise<ChildProcess> {
  if (worker?.connected === true) return worker;
  worker = fork(new URL('mutants/mutant-worker.ts', import.meta.url), { execArgv: ['--conditions=@idvkit/source'] });
  await once(worker, 'message');
  return worker;
}

/** Returns the test that failed, `timeout`, or undefined if every test passed. A mutant may never end: its process is killed. */
async function run(task: MutantTask, limitMs: number): Promise<string | undefined> {
  const child = await readyWorker();
  child.send(task);
  const timer = AbortSignal.timeout(limitMs);
  const done = new AbortController();
  const signal = AbortSignal.any([timer, done.signal]);
  const result = await Promise.race([
    once(child, 'message', { signal }).then(
      ([message]) => (message as { readonly killedBy?: string }).killedBy,
      () => 'timeout',
    ),
    once(child, 'exit', { signal }).then(
      () => 'exit',
      () => 'timeout',
    ),
  ]);
  done.abort();
  if (result === 'timeout') child.kill('SIGKILL');
  return result;
}

const lines: string[] = [];
for (const target of TARGETS.filter(({ name }) => values.target?.includes(name) ?? true)) {
  const { tests } = target;
  const started = performance.now();
  const broken = await run({ path: target.sources[0] ?? '', tests }, 600_000);
  if (broken !== undefined) throw new Error(`Without a mutant, ${broken} fails`);
  const limitMs = 30_000 + 5 * Math.round(performance.now() - started);
  const survivors: Mutant[] = [];
  const sample = sampleOf(target);
  for (const { path, mutation } of sample) {
    const killedBy = await run({ path, mutation, tests }, limitMs);
    if (killedBy === undefined) survivors.push({ path, mutation });
    lines.push(JSON.stringify({ target: target.name, path, line: mutation.line, what: mutation.what, killedBy }));
    if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
  }
  process.stdout.write(`${target.name}: ${sample.length - survivors.length} of ${sample.length} killed\n`);
  for (const { path, mutation } of survivors) process.stdout.write(`  ${path}:${mutation.line} ${mutation.what}\n`);
}
worker?.kill();
