import type { RuleId } from '@idvkit/schema/rules';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import { slugOf, timelinesOf } from '../../observe/timeline.ts';
import { judgeAll, judgements, notExercised, type RuleOutcome } from '../rule/judge-all.ts';
import type { Payload, PayloadFlow } from '../rule/payload.ts';
import { byOrder, type Order } from '../rule/rule-tally.ts';
import type { JudgingContext, Rule } from '../rule/rule.ts';
import { type SubjectLists, subjectsOf } from '../rule/subjects.ts';
import type { Mutant } from './mutant.ts';
import { mutants as serviceMutants } from './mutants.ts';

/** Judges a run. A rule that passes but misses its mutant is reported as not tested. */
export function judgeRun(
  rules: readonly Rule[],
  observations: readonly Observation[],
  { context, mutants = serviceMutants }: JudgedBy,
): { readonly outcomes: readonly RuleOutcome[]; readonly selfCheck: MutantOutcome } {
  const outcomes = judgeAll(rules, observations, context);
  const selfCheck = judgeMutants(rules, observations, { context, mutants, outcomes });
  return { outcomes: withoutMissed(outcomes, selfCheck), selfCheck };
}

/** Takes back the passes of rules that missed their mutant. */
export function withoutMissed<Found>(
  outcomes: readonly RuleOutcome<Found>[],
  selfCheck: MutantOutcome,
): readonly RuleOutcome<Found>[] {
  const missed = new Set<string>(selfCheck.missed);
  return outcomes.map((outcome) => {
    const { rule, verdict } = outcome;
    return missed.has(rule.id) && verdict === 'passed' ? notExercised(rule, MISSED) : outcome;
  });
}

const MISSED = 'Self-check failed: the rule did not find an error planted in a copy of this traffic.';

export interface MutantOutcome {
  readonly judged: number;
  readonly missed: readonly RuleId[];
}

/** What a run is judged by, besides rules. */
export interface JudgedBy {
  readonly context: JudgingContext;
  readonly mutants?: readonly Mutant[];
}

const NONE: ReadonlySet<ObservationId> = new Set();

/** Copies of one mutant that a rule may overlook before it counts as missed: not every corruption breaks the rule. */
const COPIES = 12;

/** Judges corrupted copies of passing observations, one at a time, each by the rule that must find it. */
export function judgeMutants(
  rules: readonly Rule[],
  observations: readonly Observation[],
  { context, mutants = serviceMutants, outcomes }: JudgedBy & { readonly outcomes?: readonly RuleOutcome[] },
): MutantOutcome {
  const judged = new Map((outcomes ?? judgeAll(rules, observations, context)).map((each) => [each.rule.id, each]));
  const judging = { context, flows: flowsOf(subjectsOf(observations)) };
  return mutantOutcome(
    mutants.flatMap((mutant) => {
      const rule = rules.find(({ id }) => id === mutant.rule);
      const passing = judged.get(mutant.rule)?.passing ?? NONE;
      return rule === undefined ? [] : [mutantTrials(rule, { mutant, observations, passing, judging })];
    }),
  );
}

export function flowsOf({ payload }: SubjectLists): ReadonlyMap<ObservationId, PayloadFlow> {
  return new Map(payload.map(({ observation, flow }) => [observation.id, flow]));
}

/** The corrupted copies of a mutant that were judged, smallest first: those up to the first that was found. */
export interface MutantTrials {
  readonly rule: RuleId;
  readonly trials: readonly MutantTrial[];
}

interface MutantTrial {
  /** Size of the corrupted observation, and its position. */
  readonly order: Order;
  readonly isFound: boolean;
}

/** Returns which mutants were judged and missed. Trials of shards of a recording may follow each other in any order. */
export function mutantOutcome(all: readonly MutantTrials[]): MutantOutcome {
  const byRule = Map.groupBy(all, ({ rule }) => rule);
  const judged = [...byRule].flatMap(([rule, own]) => {
    const trials = own.flatMap(({ trials }) => trials).toSorted(byOrder);
    return trials.length === 0 ? [] : [{ rule, isFound: trials.slice(0, COPIES).some(({ isFound }) => isFound) }];
  });
  return { judged: judged.length, missed: judged.flatMap(({ rule, isFound }) => (isFound ? [] : [rule])) };
}

export interface Trying {
  readonly mutant: Mutant;
  readonly observations: readonly Observation[];
  /** Observations to corrupt. */
  readonly passing: ReadonlySet<ObservationId>;
  readonly judging: Judging;
}

export function mutantTrials(rule: Rule, { mutant, observations, passing, judging }: Trying): MutantTrials {
  const trials: MutantTrial[] = [];
  for (const { order, ...run } of corruptedRuns(mutant, observations, passing)) {
    const isFound = finds(rule, run, judging);
    trials.push({ order, isFound });
    if (isFound || trials.length >= COPIES) break;
  }
  return { rule: rule.id, trials };
}

interface CorruptedRun {
  readonly observations: readonly Observation[];
  readonly corrupted: ReadonlySet<ObservationId>;
}

function* corruptedRuns(
  { corrupt }: Mutant,
  run: readonly Observation[],
  passing: ReadonlySet<ObservationId>,
): Generator<CorruptedRun & Pick<MutantTrial, 'order'>> {
  const candidates = run
    .flatMap((target, place) => (passing.has(target.id) ? [{ target, order: [sizeOf(target), place] }] : []))
    .toSorted(byOrder);
  for (const { target, order } of candidates) {
    const copies = corrupt(target, run);
    if (copies === undefined) continue;
    yield {
      order,
      observations: run.flatMap((observation) => (observation.id === target.id ? copies : [observation])),
      corrupted: new Set(copies.map(({ id }) => id)),
    };
  }
}

function sizeOf(observation: Observation): number {
  if (observation.kind === 'exchange') return observation.response?.body.size ?? 0;
  return observation.kind === 'delivery' ? observation.request.body.size : 0;
}

export interface Judging {
  readonly context: JudgingContext;
  readonly flows: ReadonlyMap<ObservationId, PayloadFlow>;
}

function finds(rule: Rule, run: CorruptedRun, { context, flows }: Judging): boolean {
  for (const { value: judgement } of judgements(rule, subjectsFor(rule, run, flows), context)) {
    if (judgement.outcome === 'fail' && judgement.observations.some((id) => run.corrupted.has(id))) return true;
  }
  return false;
}

/** Returns the subjects of a rule in a corrupted run: only the corrupted messages if it judges them one by one. */
function subjectsFor(
  { scope }: Rule,
  { observations, corrupted }: CorruptedRun,
  flows: Judging['flows'],
): SubjectLists {
  if (scope === 'run') return { ...NOTHING, run: [observations] };
  if (scope === 'timeline') {
    const slugs = new Set(observations.filter(({ id }) => corrupted.has(id)).map(slugOf));
    return { ...NOTHING, timeline: timelinesOf(observations).filter(({ slug }) => slugs.has(slug)) };
  }
  const subjects = subjectsOf(observations.filter(({ id }) => corrupted.has(id)));
  return {
    ...subjects,
    payload: subjects.payload.map((each): Payload => ({ ...each, flow: flows.get(each.observation.id) ?? each.flow })),
  };
}

const NOTHING: SubjectLists = { exchange: [], delivery: [], payload: [], timeline: [], run: [] };
