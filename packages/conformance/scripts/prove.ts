/**
 * Proves the judges, which takes minutes: each fault is found and nothing beside it, no variation is taken for a fault, and random runs
 * against the correct mock find nothing. Ends with 1 where one of that does not hold.
 *
 *     pnpm --filter @idvkit/conformance run prove:checks [--runs 1000] [--only runs|faults|variations] [--seed N] [--jobs 2]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { SEED } from '../../../tools/testing/sample.ts';
import type { DiagnosisRanks } from '../test/proof/fault-signature.ts';
import { casesOf, nameOf, type Proof, type ProofCase } from '../test/proof/proof-case.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(SEED) },
    only: { type: 'string' },
    // Cases wait now and then, for slow answers above all: one more than processors keeps those at work.
    jobs: { type: 'string', default: String(availableParallelism() + 1) },
  },
});
/** Seeds with which each variation runs. */
const VARIATION_SEEDS = 10;
const KINDS = ['faults', 'variations', 'runs'] as const;
let failures = 0;

/** Proves cases in a process of its own until none is left. */
async function work(left: ProofCase[], onProof: (proven: ProofCase, proof: Proof) => void): Promise<void> {
  const worker = fork(new URL('prove-worker.ts', import.meta.url));
  const exited = once(worker, 'exit').then(([code]) => ({ code: code as number | null })); // What the event carries.
  for (let proven = left.shift(); proven !== undefined; proven = left.shift()) {
    worker.send(proven);
    const answered = once(worker, 'message').then(([proof]) => ({ proof: proof as Proof })); // What workers send.
    const came = await Promise.race([answered, exited]);
    if ('code' in came) throw new Error(`A worker ended with ${came.code} on ${nameOf(proven)}`);
    onProof(proven, came.proof);
  }
  worker.disconnect();
  await exited;
}

function hitRate(all: readonly number[]): string {
  const upTo = (rank: number): number => all.filter((each) => each > 0 && each <= rank).length;
  const named = upTo(Infinity);
  return `of ${all.length} faults, ${upTo(1)} first, ${upTo(3)} in the first three, ${all.length - named} not named`;
}

const began = performance.now();
const kinds = KINDS.filter((kind) => values.only === undefined || values.only === kind);
const bounds = { seed: Number(values.seed), runs: Number(values.runs), seeds: VARIATION_SEEDS };
const left = kinds.flatMap((kind) => casesOf(kind, bounds));
const counts = new Map<ProofCase['kind'], { cases: number; checks: number }>(
  kinds.map((kind) => [kind, { cases: 0, checks: 0 }]),
);
const all = left.length;
const ranks: DiagnosisRanks[] = [];
const onProof = (proven: ProofCase, { checks, wrong, ranks: own }: Proof): void => {
  if (own !== undefined) ranks.push(own);
  const count = counts.get(proven.kind);
  if (count !== undefined) {
    count.cases += 1;
    count.checks += checks;
  }
  if ((all - left.length) % 50 === 0) process.stderr.write(`${all - left.length} of ${all} cases\n`);
  if (wrong.length === 0) return;
  failures += 1;
  process.stdout.write(`✗ ${nameOf(proven)}: ${wrong.join(', ')}\n`);
};
await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(left, onProof)));
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
