import { allFaults, allVariations, createMock } from '@idvkit/mock';

import { type ConformanceRun, createReport, runConformance } from '../../src/index.ts';
import { DUE } from '../due.ts';
import { runAgainst } from '../independent-service/run-against.ts';
import { VARIATIONS } from '../independent-service/variations.ts';
import { type DiagnosisRanks, diagnosisRanks } from './fault-signature.ts';

/** One run that proves something about the checks. */
export type ProofCase =
  | { readonly kind: 'faults'; readonly id: string; readonly seed: number }
  | { readonly kind: 'variations'; readonly ids: readonly string[]; readonly seed: number }
  /** Against the independent service with other settings. */
  | { readonly kind: 'settings'; readonly id: string; readonly seed: number }
  /** Against the correct mock: the seed decides what is created, and the concurrency what meets. */
  | { readonly kind: 'runs'; readonly seed: number; readonly concurrency: number };

/** Fewer rules than these pass only if a run left out calls that it should have made. Together, variations leave more open. */
const MIN_RULES_PASSED = { one: 150, together: 130 };

/** Result of one case. */
export interface Proof {
  /** Differences from the expected result; empty if the case holds. */
  readonly wrong: readonly string[];
  /** Number of observations that passed a rule. */
  readonly checks: number;
  readonly ranks?: DiagnosisRanks;
}

/**
 * Returns every fault, every variation followed by all of them together, every setting, or `runs` random runs. Variations and settings
 * run with each of `seeds` seeds.
 */
export function casesOf(
  kind: ProofCase['kind'],
  { seed, runs, seeds = 1 }: { readonly seed: number; readonly runs: number; readonly seeds?: number },
): readonly ProofCase[] {
  if (kind === 'faults') return allFaults.map(({ id }) => ({ kind, id, seed }));
  const ids = allVariations.map(({ id }) => id);
  const each = Array.from({ length: seeds }, (_, index) => seed + index);
  if (kind === 'variations') {
    const together = [...ids.map((id) => [id]), ids];
    return each.flatMap((own) => together.map((switchedOn) => ({ kind, ids: switchedOn, seed: own })));
  }
  if (kind === 'settings') return each.flatMap((own) => VARIATIONS.map(({ id }) => ({ kind, id, seed: own })));
  return Array.from({ length: runs }, (_, index) => ({ kind, seed: seed + index, concurrency: 1 + (index % 16) }));
}

/** Returns a name that is enough to repeat the case. */
export function nameOf(proven: ProofCase): string {
  switch (proven.kind) {
    case 'faults':
      return proven.id;
    case 'variations':
      return `${isTogether(proven) ? 'all variations' : String(proven.ids[0])}, seed ${proven.seed}`;
    case 'settings':
      return `independent service, ${proven.id}, seed ${proven.seed}`;
    case 'runs':
      return `correct mock, seed ${proven.seed}, concurrency ${proven.concurrency}`;
  }
}

/** Runs a case and compares its findings with the expected ones. */
export async function prove(proven: ProofCase): Promise<Proof> {
  return proofOf(proven, await runOf(proven));
}

/** Does the same, and diagnoses the findings of a fault. */
export async function proveAndDiagnose(proven: ProofCase): Promise<Proof> {
  const run = await runOf(proven);
  const proof = proofOf(proven, run);
  if (proven.kind !== 'faults') return proof;
  const ranks = await diagnosisRanks(run, proven.id);
  const stale = ranks.run === 0 ? ['is not named by the diagnosis: run `fault-signatures`'] : [];
  return { ...proof, wrong: [...proof.wrong, ...stale], ranks };
}

function proofOf(proven: ProofCase, run: ConformanceRun): Proof {
  const broken = run.outcomes.filter((outcome) => outcome.failures > 0).map(({ rule }) => rule.id);
  const checks = run.outcomes.reduce((sum, { passes }) => sum + passes, 0);
  const fault = proven.kind === 'faults' ? allFaults.find(({ id }) => id === proven.id) : undefined;
  const expected: readonly string[] = fault === undefined ? [] : [fault.rule, ...fault.alsoBreaks];
  const passed = run.outcomes.filter(({ verdict }) => verdict === 'passed').length;
  const { code } = createReport(run).exit;
  const enough = isTogether(proven) ? MIN_RULES_PASSED.together : MIN_RULES_PASSED.one;
  return {
    checks,
    wrong: [
      ...(fault === undefined || broken.includes(fault.rule) ? [] : ['is not found']),
      ...broken
        .filter((id) => !expected.includes(id))
        .map(
          (id) => `finds ${id}${fault === undefined ? '' : ': if the fault cannot avoid it, add it to its alsoBreaks'}`,
        ),
      ...run.selfCheck.missed.map((id) => `misses the mutant of ${id}`),
      ...(proven.kind !== 'settings' && fault === undefined && passed < enough ? [`passes only ${passed} rules`] : []),
      ...(proven.kind === 'variations' && !isTogether(proven)
        ? run.skipped.map((each) => `skips ${each.scenario}`)
        : []),
      ...(proven.kind === 'settings' && code !== 0 ? [`ends with exit code ${code}`] : []),
      ...[run.problem?.message, run.stopped].filter((each) => each !== undefined),
    ],
  };
}

function isTogether(proven: ProofCase): boolean {
  return proven.kind === 'variations' && proven.ids.length > 1;
}

async function runOf(proven: ProofCase): Promise<ConformanceRun> {
  const { seed } = proven;
  if (proven.kind === 'faults') return runConformance({ seed, faults: [proven.id], budget: DUE });
  if (proven.kind === 'runs') return runConformance({ seed, concurrency: proven.concurrency, budget: DUE });
  if (proven.kind === 'settings') return runOfSettings(proven);
  const mock = createMock({ variations: proven.ids, seed });
  try {
    const { url: baseUrl } = await mock.listen();
    return await runConformance({ baseUrl, seed, budget: DUE });
  } finally {
    await mock.close();
  }
}

/** Retries of the independent service are seconds apart, and nothing moves its clock. */
const PATIENCE_SECONDS = 10;

function runOfSettings({ id, seed }: { readonly id: string; readonly seed: number }): Promise<ConformanceRun> {
  const variation = VARIATIONS.find((each) => each.id === id);
  if (variation === undefined) throw new RangeError(`Unknown setting "${id}"`);
  const { settings, config } = variation;
  return runAgainst(settings(), (base) => ({
    ...base,
    ...config?.(base),
    budget: { ...base.budget, ...DUE },
    patienceSeconds: PATIENCE_SECONDS,
    seed,
  }));
}
