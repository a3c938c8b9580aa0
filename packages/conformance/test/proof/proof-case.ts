import { allFaults, allVariations, createMock } from '@idvkit/mock';

import { seededRandom } from '../../../../tools/testing/sample.ts';
import { type ConformanceRun, createReport, runConformance, type RunOptions } from '../../src/index.ts';
import { groupFaults } from '../conditional-faults/group-faults.ts';
import { DUE } from '../due.ts';
import { runAgainst } from '../independent-service/run-against.ts';
import { VARIATIONS } from '../independent-service/variations.ts';
import { type DiagnosisRanks, diagnosisRanks } from './fault-signature.ts';

/** One run that proves something about the checks. */
export type ProofCase =
  /** Faults together that do not touch the rules of each other. */
  | { readonly kind: 'faults'; readonly ids: readonly string[]; readonly seed: number }
  /** One fault, whose findings are diagnosed. */
  | { readonly kind: 'diagnoses'; readonly id: string; readonly seed: number }
  | { readonly kind: 'variations'; readonly ids: readonly string[]; readonly seed: number }
  /** Against the independent service with other settings. */
  | { readonly kind: 'settings'; readonly id: string; readonly seed: number }
  /** Against the correct mock: the seed decides what is created, and the concurrency what meets. */
  | { readonly kind: 'runs'; readonly seed: number; readonly concurrency: number };

/** Fewer rules than these pass only if a run left out calls that it should have made. Together, variations leave more open. */
const MIN_RULES_PASSED = { one: 150, together: 130 };

type Budget = NonNullable<RunOptions['budget']>;

/** Result of one case. */
export interface Proof {
  /** Differences from the expected result; empty if the case holds. */
  readonly wrong: readonly string[];
  /** Number of observations that passed a rule. */
  readonly checks: number;
  readonly ranks?: DiagnosisRanks;
}

/** Number of faults in one run. */
const FAULTS_TOGETHER = 4;
/** Number of groups of variations with each seed. */
const VARIATION_GROUPS = 3;

/**
 * Returns the cases of a kind: every fault in a group, every fault by itself to diagnose it, every variation by itself and then, with each of
 * `seeds` seeds, in one of three groups and with all others; every setting with each of these seeds; or `runs` random runs.
 */
export function casesOf(
  kind: ProofCase['kind'],
  { seed, runs, seeds = 1 }: { readonly seed: number; readonly runs: number; readonly seeds?: number },
): readonly ProofCase[] {
  const each = Array.from({ length: seeds }, (_, index) => seed + index);
  switch (kind) {
    case 'faults': {
      const faults = shuffled(allFaults, seed).map(({ id }) => ({ fault: id }));
      return groupFaults(faults, FAULTS_TOGETHER).map((group) => ({
        kind,
        ids: group.map(({ fault }) => fault),
        seed,
      }));
    }
    case 'diagnoses':
      return allFaults.map(({ id }) => ({ kind, id, seed }));
    case 'variations': {
      const ids = allVariations.map(({ id }) => id);
      return [
        ...ids.map((id): ProofCase => ({ kind, ids: [id], seed })),
        ...each.flatMap((own) =>
          [...groupsOf(shuffled(ids, own), VARIATION_GROUPS), ids].map((together): ProofCase => ({
            kind,
            ids: together,
            seed: own,
          })),
        ),
      ];
    }
    case 'settings':
      return each.flatMap((own) => VARIATIONS.map(({ id }) => ({ kind, id, seed: own })));
    case 'runs':
      return Array.from({ length: runs }, (_, index) => ({ kind, seed: seed + index, concurrency: 1 + (index % 16) }));
  }
}

/** Returns the cases that say which fault of a group is wrong: each by itself. */
export function apart(proven: ProofCase): readonly ProofCase[] {
  if (proven.kind !== 'faults' || proven.ids.length === 1) return [];
  return proven.ids.map((id) => ({ ...proven, ids: [id] }));
}

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = seededRandom(seed);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}

function groupsOf<Item>(items: readonly Item[], groups: number): readonly (readonly Item[])[] {
  return Array.from({ length: groups }, (_, group) => items.filter((_item, index) => index % groups === group));
}

/** Returns a name that is enough to repeat the case. */
export function nameOf(proven: ProofCase): string {
  switch (proven.kind) {
    case 'faults':
      return `${proven.ids.join(' and ')}, seed ${proven.seed}`;
    case 'diagnoses':
      return `${proven.id}, seed ${proven.seed}`;
    case 'variations': {
      const isAll = proven.ids.length === allVariations.length;
      return `${isAll ? 'all variations' : proven.ids.join(' and ')}, seed ${proven.seed}`;
    }
    case 'settings':
      return `independent service, ${proven.id}, seed ${proven.seed}`;
    case 'runs':
      return `correct mock, seed ${proven.seed}, concurrency ${proven.concurrency}`;
  }
}

/** Runs a case and compares its findings with the expected ones. */
export async function prove(proven: ProofCase, budget: Budget = DUE): Promise<Proof> {
  return proofOf(proven, await runOf(proven, budget));
}

/** Does the same, and diagnoses the findings of a fault. */
export async function proveAndDiagnose(proven: ProofCase): Promise<Proof> {
  const run = await runOf(proven);
  const proof = proofOf(proven, run);
  if (proven.kind !== 'diagnoses') return proof;
  const ranks = await diagnosisRanks(run, proven.id);
  const stale = ranks.run === 0 ? ['is not named by the diagnosis: run `fault-signatures`'] : [];
  return { ...proof, wrong: [...proof.wrong, ...stale], ranks };
}

function proofOf(proven: ProofCase, run: ConformanceRun): Proof {
  const broken = run.outcomes.filter((outcome) => outcome.failures > 0).map(({ rule }) => rule.id);
  const checks = run.outcomes.reduce((sum, { passes }) => sum + passes, 0);
  const ids = faultsOf(proven);
  const faults = allFaults.filter(({ id }) => ids.includes(id));
  const isCorrect = faults.length === 0;
  const expected: readonly string[] = faults.flatMap(({ rule, alsoBreaks }) => [rule, ...alsoBreaks]);
  const passed = run.outcomes.filter(({ verdict }) => verdict === 'passed').length;
  const { code } = createReport(run).exit;
  const enough = isTogether(proven) ? MIN_RULES_PASSED.together : MIN_RULES_PASSED.one;
  return {
    checks,
    wrong: [
      ...faults.filter(({ rule }) => !broken.includes(rule)).map(({ id }) => `does not find ${id}`),
      ...broken
        .filter((id) => !expected.includes(id))
        .map((id) => `finds ${id}${isCorrect ? '' : ': if the fault cannot avoid it, add it to its alsoBreaks'}`),
      ...run.selfCheck.missed.map((id) => `misses the mutant of ${id}`),
      ...(proven.kind !== 'settings' && isCorrect && passed < enough ? [`passes only ${passed} rules`] : []),
      ...(proven.kind === 'variations' && !isTogether(proven)
        ? run.skipped.map((each) => `skips ${each.scenario}`)
        : []),
      ...(proven.kind === 'settings' && code !== 0 ? [`ends with exit code ${code}`] : []),
      // A fault may keep an operator from acting: what it submitted by itself cannot be submitted again.
      ...(!isCorrect && run.problem?.code === 'operator-unusable'
        ? []
        : [run.problem?.message, run.stopped].filter((each) => each !== undefined)),
    ],
  };
}

function faultsOf(proven: ProofCase): readonly string[] {
  if (proven.kind === 'faults') return proven.ids;
  return proven.kind === 'diagnoses' ? [proven.id] : [];
}

function isTogether(proven: ProofCase): boolean {
  return proven.kind === 'variations' && proven.ids.length > 1;
}

async function runOf(proven: ProofCase, budget: Budget = DUE): Promise<ConformanceRun> {
  const { seed } = proven;
  if (proven.kind === 'faults' || proven.kind === 'diagnoses') {
    return runConformance({ seed, faults: faultsOf(proven), budget });
  }
  if (proven.kind === 'runs') return runConformance({ seed, concurrency: proven.concurrency, budget });
  if (proven.kind === 'settings') return runOfSettings(proven, budget);
  const mock = createMock({ variations: proven.ids, seed });
  try {
    const { url: baseUrl } = await mock.listen();
    return await runConformance({ baseUrl, seed, budget });
  } finally {
    await mock.close();
  }
}

/** Retries of the independent service are seconds apart, and nothing moves its clock. */
const PATIENCE_SECONDS = 10;

function runOfSettings(
  { id, seed }: { readonly id: string; readonly seed: number },
  budget: Budget,
): Promise<ConformanceRun> {
  const variation = VARIATIONS.find((each) => each.id === id);
  if (variation === undefined) throw new RangeError(`Unknown setting "${id}"`);
  const { settings, config } = variation;
  return runAgainst(settings(), (base) => ({
    ...base,
    ...config?.(base),
    budget: { ...base.budget, ...budget },
    patienceSeconds: PATIENCE_SECONDS,
    seed,
  }));
}
