/**
 * Proves the judges, which takes minutes: random runs against the correct mock find nothing, each fault is found and nothing beside
 * it, and no oddity is taken for a fault. Ends with 1 where one of that does not hold.
 *
 *     pnpm --filter @idvkit/conformance run prove [--runs 1000] [--only runs|faults|oddities] [--seed 1]
 */
import { parseArgs } from 'node:util';

import { allFaults, allOddities, createMock } from '@idvkit/mock';

import { runConformance, type ConformanceRun } from '../src/index.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const runs = Number(values.runs ?? 1000);
const firstSeed = Number(values.seed ?? 1);
let failures = 0;

function fail(what: string, why: unknown): void {
  failures += 1;
  process.stdout.write(`✗ ${what}: ${JSON.stringify(why)}\n`);
}

function broken({ outcomes }: ConformanceRun): readonly string[] {
  return outcomes.filter((outcome) => outcome.broken > 0).map(({ rule }) => rule.id);
}

/** What is wrong with a run beside its findings. */
function trouble({ problem, stopped, canaries }: ConformanceRun): readonly unknown[] {
  return [problem?.message, stopped, ...canaries.missed.map((id) => `missed ${id}`)].filter(
    (each) => each !== undefined,
  );
}

/** Seeds decide what is created, and the concurrency what meets. */
async function proveCorrect(): Promise<string> {
  let checks = 0;
  for (let run = 0; run < runs; run += 1) {
    const [seed, concurrency] = [firstSeed + run, 1 + (run % 16)];
    const result = await runConformance({ seed, concurrency });
    checks += result.outcomes.reduce((sum, { kept }) => sum + kept, 0);
    const found = [...broken(result), ...trouble(result)];
    if (found.length > 0) fail(`correct mock, seed ${seed}, concurrency ${concurrency}`, found);
    if ((run + 1) % 50 === 0) process.stderr.write(`${run + 1} of ${runs} runs\n`);
  }
  return `${runs} random runs against the correct mock, ${checks.toLocaleString('en')} checks`;
}

async function proveFaults(): Promise<string> {
  for (const { id, rule, alsoBreaks } of allFaults) {
    const result = await runConformance({ faults: [id], seed: firstSeed });
    const found = broken(result);
    if (!found.some((each) => each === rule)) fail(id, 'is not found');
    const others = found.filter((each) => each !== rule && !alsoBreaks.some((also) => also === each));
    if (others.length > 0) fail(id, { alsoFinds: others });
    if (trouble(result).length > 0) fail(id, trouble(result));
  }
  return `${allFaults.length} faults`;
}

async function proveOddities(): Promise<string> {
  const ids = allOddities.map(({ id }) => id);
  for (const oddities of [...ids.map((id) => [id]), ids]) {
    const mock = createMock({ oddities, seed: firstSeed });
    const { url: baseUrl } = await mock.listen();
    const result = await runConformance({ baseUrl, seed: firstSeed });
    await mock.close();
    const found = [...broken(result), ...trouble(result)];
    if (found.length > 0) fail(oddities.length > 1 ? 'all oddities' : (oddities[0] ?? ''), found);
  }
  return `${ids.length} oddities, alone and all together`;
}

const parts = { faults: proveFaults, oddities: proveOddities, runs: proveCorrect };
for (const [name, prove] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const what = await prove();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${what}: ${seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor time\n`);
}
process.stdout.write(failures === 0 ? '✓ all of it holds\n' : `✗ ${failures} do not hold\n`);
process.exitCode = failures === 0 ? 0 : 1;
