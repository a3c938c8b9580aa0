/**
 * Proves the checks on whole runs: each fault fails its own rule only, no variation of the mock and no setting of the independent service
 * fails a rule, and random runs against the correct mock find nothing. Ends with 1 if a case does not hold.
 *
 *     pnpm --filter @idvkit/conformance run prove:checks [--runs 50] [--only faults|variations|settings|runs|diagnoses] [--seed N] [--jobs 3]
 *
 * `--only diagnoses` runs each fault by itself, and prints how often it is named first.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { SEED } from '../../../tools/testing/sample.ts';
import type { DiagnosisRanks } from '../test/proof/fault-signature.ts';
import { apart, casesOf, nameOf, type Proof, type ProofCase } from '../test/proof/proof-case.ts';
import { workOff } from './worker-pool.ts';

const { values } = parseArgs({
  options: {
    // Each takes five seconds of CPU time. The next proof has another seed, and so other runs.
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(SEED) },
    only: { type: 'string' },
    // Cases wait now and then, for slow answers above all: one more than processors keeps those at work.
    jobs: { type: 'string', default: String(availableParallelism() + 1) },
  },
});
/** Number of seeds. A setting takes half a minute, most of it waiting: the next proof has another. */
const SEEDS = { faults: 1, variations: 10, settings: 1, runs: 1, diagnoses: 1 };
const KINDS = ['faults', 'variations', 'settings', 'runs'] as const;
let failures = 0;

function hitRate(all: readonly number[]): string {
  const upTo = (rank: number): number => all.filter((each) => each > 0 && each <= rank).length;
  const named = upTo(Infinity);
  return `of ${all.length} faults, ${upTo(1)} first, ${upTo(3)} in the first three, ${all.length - named} not named`;
}

const began = performance.now();
const kinds = [...KINDS, 'diagnoses' as const].filter((kind) =>
  values.only === undefined ? kind !== 'diagnoses' : values.only === kind,
);
const bounds = { seed: Number(values.seed), runs: Number(values.runs) };
const left = kinds.flatMap((kind) => casesOf(kind, { ...bounds, seeds: SEEDS[kind] }));
const counts = new Map<ProofCase['kind'], { cases: number; checks: number }>(
  kinds.map((kind) => [kind, { cases: 0, checks: 0 }]),
);
let done = 0;
const ranks: DiagnosisRanks[] = [];
const onResult = (proven: ProofCase, { checks, wrong, ranks: own }: Proof): void => {
  if (own !== undefined) ranks.push(own);
  const count = counts.get(proven.kind);
  if (count !== undefined) {
    count.cases += 1;
    count.checks += checks;
  }
  done += 1;
  if (done % 50 === 0) process.stderr.write(`${done} cases, ${left.length} left\n`);
  if (wrong.length === 0) return;
  const alone = apart(proven);
  // One fault may hide another.
  if (alone.length > 0) return void left.push(...alone);
  failures += 1;
  process.stdout.write(`✗ ${nameOf(proven)}: ${wrong.join(', ')}\n`);
};
const worker = new URL('prove-worker.ts', import.meta.url);
await workOff(left, { worker, jobs: Number(values.jobs), onResult });
for (const [kind, { cases, checks }] of counts) {
  process.stdout.write(`${cases} ${kind}, ${checks.toLocaleString('en')} checks\n`);
}
if (ranks.length > 0) {
  process.stdout.write(`Diagnosis of a run: ${hitRate(ranks.map(({ run }) => run))}\n`);
  process.stdout.write(`Diagnosis of a recording: ${hitRate(ranks.flatMap(({ recorded = [] }) => recorded))}\n`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(`${failures === 0 ? '✓ all of it holds' : `✗ ${failures} do not hold`}: ${seconds} s\n`);
process.exitCode = failures === 0 ? 0 : 1;
