/**
 * Proves the judges, which takes minutes: each fault is found and nothing beside it, no oddity is taken for a fault, and random runs
 * against the correct mock find nothing. Ends with 1 where one of that does not hold.
 *
 *     pnpm --filter @idvkit/conformance run prove [--runs 1000] [--only runs|faults|oddities] [--seed 1] [--jobs 2]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { casesOf, nameOf, type Proof, type ProofCase } from './proof-case.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const KINDS = ['faults', 'oddities', 'runs'] as const;
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

async function proveAll(kind: ProofCase['kind']): Promise<void> {
  const began = performance.now();
  const cases = casesOf(kind, { seed: Number(values.seed), runs: Number(values.runs) });
  const left = [...cases];
  let [done, checks] = [0, 0];
  const onProof = (proven: ProofCase, proof: Proof): void => {
    done += 1;
    checks += proof.checks;
    if (done % 50 === 0) process.stderr.write(`${done} of ${cases.length} ${kind}\n`);
    if (proof.wrong.length === 0) return;
    failures += 1;
    process.stdout.write(`✗ ${nameOf(proven)}: ${proof.wrong.join(', ')}\n`);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(left, onProof)));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${cases.length} ${kind}, ${checks.toLocaleString('en')} checks: ${seconds} s\n`);
}

for (const kind of KINDS) if (values.only === undefined || values.only === kind) await proveAll(kind);
process.stdout.write(failures === 0 ? '✓ all of it holds\n' : `✗ ${failures} do not hold\n`);
process.exitCode = failures === 0 ? 0 : 1;
