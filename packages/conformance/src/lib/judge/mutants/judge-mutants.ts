import type { RuleId } from '@idvkit/schema/rules';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import { slugOf, timelinesOf } from '../../observe/timeline.ts';
import { judgeAll, judgements } from '../rule/judge-all.ts';
import type { Payload, PayloadFlow } from '../rule/payload.ts';
import { notExercised, type RuleOutcome } from '../rule/rule-outcome.ts';
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
function withoutMissed(outcomes: readonly RuleOutcome[], selfCheck: MutantOutcome): readonly RuleOutcome[] {
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

/** Inputs of judging, besides rules. */
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
  const flows = new Map(subjectsOf(observations).payload.map(({ observation, flow }) => [observation.id, flow]));
  const missed: RuleId[] = [];
  let count = 0;
  for (const mutant of mutants) {
    const rule = rules.find(({ id }) => id === mutant.rule);
    if (rule === undefined) continue;
    let copies = 0;
    let isFound = false;
    for (const corrupted of corruptedRuns(mutant, observations, judged.get(rule.id)?.passing ?? NONE)) {
      copies += 1;
      isFound = finds(rule, corrupted, { context, flows });
      if (isFound || copies >= COPIES) break;
    }
    if (copies > 0) count += 1;
    if (copies > 0 && !isFound) missed.push(rule.id);
  }
  return { judged: count, missed };
}

interface CorruptedRun {
  readonly observations: readonly Observation[];
  readonly corrupted: ReadonlySet<ObservationId>;
}

/** Corrupts one observation after the other, the smallest first. */
function* corruptedRuns(
  { corrupt }: Mutant,
  run: readonly Observation[],
  passing: ReadonlySet<ObservationId>,
): Generator<CorruptedRun> {
  const candidates = run.filter(({ id }) => passing.has(id)).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  for (const target of candidates) {
    const copies = corrupt(target, run);
    if (copies === undefined) continue;
    yield {
      observations: run.toSpliced(run.indexOf(target), 1, ...copies),
      corrupted: new Set(copies.map(({ id }) => id)),
    };
  }
}

function sizeOf(observation: Observation): number {
  if (observation.kind === 'exchange') return observation.response?.body.size ?? 0;
  return observation.kind === 'delivery' ? observation.request.body.size : 0;
}

interface Judging {
  readonly context: JudgingContext;
  readonly flows: ReadonlyMap<ObservationId, PayloadFlow>;
}

function finds(rule: Rule, run: CorruptedRun, { context, flows }: Judging): boolean {
  for (const judgement of judgements(rule, subjectsFor(rule, run, flows), context)) {
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
    // Deliveries about others show how long one takes to arrive.
    const own = observations.filter((each) => each.kind === 'delivery' || slugs.has(slugOf(each)));
    return { ...NOTHING, timeline: timelinesOf(own).filter(({ slug }) => slugs.has(slug)) };
  }
  const subjects = subjectsOf(observations.filter(({ id }) => corrupted.has(id)));
  return {
    ...subjects,
    payload: subjects.payload.map((each): Payload => ({ ...each, flow: flows.get(each.observation.id) ?? each.flow })),
  };
}

const NOTHING: SubjectLists = { exchange: [], delivery: [], payload: [], timeline: [], run: [] };
