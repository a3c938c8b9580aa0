import type { RuleId } from '@idvkit/schema/rules';

import type { Observation, ObservationId } from '../observation/observation.ts';
import { judgements } from '../rule/judge-all.ts';
import type { JudgingContext, Rule } from '../rule/rule.ts';
import { subjectsOf, type SubjectLists } from '../rule/subjects.ts';
import { canaries as serviceCanaries } from './canaries.ts';
import type { Canary } from './canary.ts';

/** What became of the canaries of a run. */
export interface CanaryOutcome {
  /** How many were judged: those that the run has material for, and whose rule is among the chosen. */
  readonly judged: number;
  /** Rules that did not find the corruption that they are there to find. */
  readonly missed: readonly RuleId[];
}

/** Copies of one canary that are tried where a first one cannot be made. */
const TRIES = 20;

/**
 * Judges corrupted copies of what a run really saw, one at a time, each by the rule that must find it.
 *
 * Only an observation that keeps the rule is corrupted, so that what is found is new. Where none does, the canary is not
 * judged.
 *
 * @param canaries Default: those for the rules that bind the service.
 */
export function judgeCanaries(
  rules: readonly Rule[],
  observations: readonly Observation[],
  context: JudgingContext,
  canaries: readonly Canary[] = serviceCanaries,
): CanaryOutcome {
  const subjects = subjectsOf(observations);
  const missed: RuleId[] = [];
  let judged = 0;
  for (const canary of canaries) {
    const rule = rules.find(({ id }) => id === canary.rule);
    const corrupted = rule && corruptedRun(canary, observations, keepers(rule, subjects, context));
    if (rule === undefined || corrupted === undefined) continue;
    judged += 1;
    if (!finds(rule, corrupted, context)) missed.push(rule.id);
  }
  return { judged, missed };
}

/** Observations that keep a rule and are in no finding of it. */
function keepers(rule: Rule, subjects: SubjectLists, context: JudgingContext): ReadonlySet<ObservationId> {
  const keeping = new Set<ObservationId>();
  const breaking = new Set<ObservationId>();
  for (const { kept, observations } of judgements(rule, subjects, context)) {
    if (kept === null) continue;
    for (const id of observations) (kept ? keeping : breaking).add(id);
  }
  return new Set([...keeping].filter((id) => !breaking.has(id)));
}

interface CorruptedRun {
  readonly observations: readonly Observation[];
  /** The observations that were corrupted or added. */
  readonly corrupted: ReadonlySet<ObservationId>;
}

/** Corrupts one observation of a run, the smallest that will do. */
function corruptedRun(
  { corrupt }: Canary,
  run: readonly Observation[],
  keepers: ReadonlySet<ObservationId>,
): CorruptedRun | undefined {
  const candidates = run.filter(({ id }) => keepers.has(id)).toSorted((one, other) => sizeOf(one) - sizeOf(other));
  let tries = 0;
  for (const target of candidates) {
    const copies = corrupt(target, run);
    if (copies !== undefined) {
      return {
        observations: run.flatMap((observation) => (observation.id === target.id ? copies : [observation])),
        corrupted: new Set(copies.map(({ id }) => id)),
      };
    }
    tries += 1;
    if (tries >= TRIES) return undefined;
  }
  return undefined;
}

function sizeOf(observation: Observation): number {
  if (observation.kind === 'exchange') return observation.response?.body.size ?? 0;
  return observation.kind === 'delivery' ? observation.request.body.size : 0;
}

function finds(rule: Rule, { observations, corrupted }: CorruptedRun, context: JudgingContext): boolean {
  for (const judgement of judgements(rule, subjectsOf(observations), context)) {
    if (judgement.kept === false && judgement.observations.some((id) => corrupted.has(id))) return true;
  }
  return false;
}
