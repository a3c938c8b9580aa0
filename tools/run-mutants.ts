/** Runs mutants, all or a seeded sample, and prints how many of them the tests kill. Fails if a survivor is not explained. */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { MutantRunner } from './mutants/mutant-runner.ts';
import survivors from './mutants/survivors.json' with { type: 'json' };
import { mutantsOf, type Mutant } from './mutants/switches.ts';
import { TARGETS, type MutantTarget } from './mutants/targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    /** Part of a path: only mutants of these files. */
    file: { type: 'string' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** File that gets a line of JSON for each mutant as it is tested. */
    out: { type: 'string' },
  },
});

// A linear congruential generator gives the same sample on every machine.
function sampleOf(mutants: readonly Mutant[]): readonly (readonly [number, Mutant])[] {
  let state = Number(values.seed);
  return mutants
    .map((mutant, number) => ({ mutant, number, key: (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) }))
    .filter(({ mutant }) => mutant.path.includes(values.file ?? ''))
    .toSorted((one, other) => one.key - other.key)
    .slice(0, Number(values.sample))
    .map(({ mutant, number }) => [number, mutant]);
}

function reasonOf({ path, mutation, source }: Mutant): string | undefined {
  return survivors.find((known) => known.path === path && known.source === source && known.what === mutation.what)
    ?.reason;
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

async function test(target: MutantTarget): Promise<readonly Mutant[]> {
  const mutants = mutantsOf(target);
  const sample = sampleOf(mutants);
  const runner = new MutantRunner(target);
  await runner.start();
  const surviving: Mutant[] = [];
  for (const [number, mutant] of sample) {
    const killedBy = await runner.kill(number);
    if (killedBy === undefined) surviving.push(mutant);
    const { path, mutation, source } = mutant;
    const line = { path, line: mutation.line, source, what: mutation.what, killedBy };
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(line)}\n`);
  }
  runner.stop();
  const killed = sample.length - surviving.length;
  const unexplained = surviving.filter((mutant) => reasonOf(mutant) === undefined);
  const equivalent = surviving.filter((mutant) => reasonOf(mutant)?.startsWith('Equivalent') === true).length;
  process.stdout.write(
    `${target.name}: ${killed} of ${sample.length} killed (${percent(killed, sample.length)}), ` +
      `${percent(killed, sample.length - equivalent)} without ${equivalent} equivalent ones; ` +
      `${unexplained.length} not explained. Sample of ${mutants.length}, seed ${values.seed}.\n`,
  );
  for (const { path, mutation } of unexplained) process.stdout.write(`  ${path}:${mutation.line} ${mutation.what}\n`);
  return unexplained;
}

for (const target of TARGETS) {
  if (values.target?.includes(target.name) === false) continue;
  const unexplained = await test(target);
  if (unexplained.length > 0) process.exitCode = 1;
}
