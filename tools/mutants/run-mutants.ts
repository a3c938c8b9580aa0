/** Runs mutants, all or a seeded sample, and prints how many of them the tests kill. Fails if a survivor is not explained. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { MutantRunner } from './mutant-runner.ts';
import { MUTANTS_DOCUMENT, mutantsDocument, shareOf, type Score } from './mutants-document.ts';
import scores from './scores.json' with { type: 'json' };
import survivors from './survivors.json' with { type: 'json' };
import { mutantsOf, type Mutant } from './switches.ts';
import { TARGETS, type MutantTarget } from './targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    /** Part of a path: only mutants of these files. */
    file: { type: 'string' },
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** File that gets a line of JSON for each mutant as it is tested. Mutants that it has are not tested again. */
    out: { type: 'string' },
    /** Writes the scores of the targets, of all mutants that `out` has, into the document. */
    record: { type: 'boolean', default: false },
  },
});

/** Result of a mutant, as a line of the file `out`. */
interface Tested {
  readonly key: string;
  readonly what: string;
  readonly line: number;
  readonly killedBy?: string | undefined;
}

const tested = new Map(linesOf(values.out).map((line) => [line.key, line]));

function linesOf(file: string | undefined): readonly Tested[] {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Tested);
}

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

/** Returns what names a mutant also after other lines of its file have changed. */
function keyOf(mutants: readonly Mutant[], number: number): string {
  const same = (other: Mutant | undefined): string =>
    JSON.stringify([other?.path, other?.source, other?.mutation.what]);
  const key = same(mutants[number]);
  return `${key}#${mutants.slice(0, number).filter((other) => same(other) === key).length}`;
}

function reasonOf({ path, mutation, source }: Mutant): string | undefined {
  return survivors.find((known) => known.path === path && known.source === source && known.what === mutation.what)
    ?.reason;
}

async function test(target: MutantTarget): Promise<Score> {
  const mutants = mutantsOf(target);
  const left = sampleOf(mutants).filter(([number]) => !tested.has(keyOf(mutants, number)));
  const runner = new MutantRunner(target);
  if (left.length > 0) await runner.start();
  for (const [number, { mutation }] of left) {
    const killedBy = await runner.kill(number);
    const line: Tested = { key: keyOf(mutants, number), line: mutation.line, what: mutation.what, killedBy };
    tested.set(line.key, line);
    if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(line)}\n`);
  }
  runner.stop();
  const results = mutants.flatMap((mutant, number) => {
    const result = tested.get(keyOf(mutants, number));
    return result === undefined ? [] : [{ mutant, isKilled: result.killedBy !== undefined }];
  });
  const surviving = results.filter(({ isKilled }) => !isKilled).map(({ mutant }) => mutant);
  const unexplained = surviving.filter((mutant) => reasonOf(mutant) === undefined);
  const score = {
    target: target.name,
    mutants: mutants.length,
    tested: results.length,
    killed: results.length - surviving.length,
    equivalent: surviving.filter((mutant) => reasonOf(mutant)?.startsWith('Equivalent') === true).length,
  };
  process.stdout.write(
    `${score.target}: ${score.killed} of ${score.tested} killed, ${shareOf(score)} without ${score.equivalent} equivalent ones; ` +
      `${unexplained.length} not explained. There are ${score.mutants}.\n`,
  );
  for (const { path, mutation } of unexplained) process.stdout.write(`  ${path}:${mutation.line} ${mutation.what}\n`);
  if (unexplained.length > 0) process.exitCode = 1;
  return score;
}

const latest = new Map<string, Score>(scores.map((score) => [score.target, score]));
for (const target of TARGETS) {
  if (values.target?.includes(target.name) !== false) latest.set(target.name, await test(target));
}
if (values.record) {
  const inOrder = TARGETS.flatMap(({ name }) => latest.get(name) ?? []);
  writeFileSync(new URL('scores.json', import.meta.url), `${JSON.stringify(inOrder, null, 2)}\n`);
  writeFileSync(new URL(`../../${MUTANTS_DOCUMENT}`, import.meta.url), mutantsDocument(inOrder));
}
