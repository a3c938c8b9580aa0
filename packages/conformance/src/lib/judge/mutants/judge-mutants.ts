import type { RuleId } from '@idvkit/schema/rules';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import { slugOf, timelinesOf } from '../../observe/timeline.ts';
import { judgeAll, judgements, type RuleOutcome } from '../rule/judge-all.ts';
import type { Payload, PayloadFlow } from '../rule/payload.ts';
import type { JudgingContext, Rule } from '../rule/rule.ts';
import { subjectsOf, type SubjectLists } from '../rule/subjects.ts';
import type { Mutant } from './mutant.ts';
import { mutants as serviceMutants } from './mutants.ts';

/** What became of the mutants of a run. */
export interface MutantOutcome {
  /** How many were judged: those that the run has material for, and whose rule is among the chosen. */
  readonly judged: number;
  /** Rules that did not find the corruption that they are there to find. */
  readonly missed: readonly RuleId[];
}

/** What else mutants are judged with. */
export interface MutantOptions {
  readonly mutants?: readonly Mutant[];
  readonly outcomes?: readonly RuleOutcome[];
}

const NONE: ReadonlySet<ObservationId> = new Set();

/**
 * Copies of one mutant that a rule may overlook before it counts as missed: not every observation that a verdict rests on is
 * one whose corruption breaks the rule, and what a service is free to do is not known beforehand. A blind judge overlooks all.
 */
const COPIES = 12;
/** Observations that are tried for one mutant where a first one cannot be corrupted in its way. */
const TRIES = 10_000;

/**
 * Judges corrupted copies of what a run really saw, one at a time, each by the rule that must find it.
 *
 * Only an observation that keeps the rule is corrupted, so that what is found is new. Where none does, the mutant is not
 * judged.
 *
 * @param options `mutants`: default, those for the rules that bind the service. `outcomes`: what the rules came to over the
 *   run, where that is known; they are judged afresh otherwise.
 */
export function judgeMutants(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
  { mutants = serviceMutants, outcomes }: MutantOptions = {},
): MutantOutcome {
  const judged = new Map((outcomes ?? judgeAll(rules, observations, context)).map((each) => [each.rule.id, each]));
  const subjects = subjectsOf(observations);
  const flows = new Map(subjects.payload.map(({ observation, flow }) => [observation.id, flow]));
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
  /** The observations that were corrupted or added. */
  readonly corrupted: ReadonlySet<ObservationId>;
}

/** Corrupts one observation of a run at a time, the smallest first. */
function* corruptedRuns(
  { corrupt }: Mutant,
  run: readonly Observation[],
  passing: ReadonlySet<ObservationId>,
): Generator<CorruptedRun> {
  const candidates = run.filter(({ id }) => passing.has(id)).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  for (const target of candidates.slice(0, TRIES)) {
    const copies = corrupt(target, run);
    if (copies === undefined) continue;
    yield {
      observations: run.flatMap((observation) => (observation.id === target.id ? copies : [observation])),
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
  /** Kind of flow that each payload of the run is known to be of. */
  readonly flows: ReadonlyMap<ObservationId, PayloadFlow>;
}

function finds(rule: Rule, run: CorruptedRun, { context, flows }: Judging): boolean {
  for (const judgement of judgements(rule, subjectsFor(rule, run, flows), context)) {
    if (judgement.outcome === 'fail' && judgement.observations.some((id) => run.corrupted.has(id))) return true;
  }
  return false;
}

/** What a rule looks at in a corrupted run: where it judges messages one by one, those that were corrupted will do. */
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
