import type { RuleId } from '@idvkit/schema/rules';

import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { flowsOf, type MutantTrials, mutantTrials } from '../mutants/judge-mutants.ts';
import { mutants } from '../mutants/mutants.ts';
import { judgements } from '../rule/judge-all.ts';
import { type JudgedTally, ownerOfJudgement, type RuleTally, tallyOf } from '../rule/rule-tally.ts';
import type { JudgingContext, Rule, Scope, Subjects } from '../rule/rule.ts';
import { type SubjectLists, subjectsOf } from '../rule/subjects.ts';

/** The observations of a recording, of which a shard has some applications whole. */
export interface ShardObservations {
  /** All observations; those of other shards are light. */
  readonly all: readonly Observation[];
  /** The same, all of them light: run-wide rules come to the same in every shard. */
  readonly light: readonly Observation[];
  readonly isOwn: (id: ObservationId) => boolean;
}

export interface ShardJudgement {
  readonly tallies: ReadonlyMap<RuleId, RuleTally>;
  /** One per mutant of a rule. */
  readonly trials: readonly MutantTrials[];
  /** Observations of each of the first findings, whichever shard has them. */
  readonly cited: readonly (readonly ObservationId[])[];
}

/** Judges the applications of a shard. The judgements of all shards add up to those of the whole recording. */
export function judgeShard(
  rules: readonly Rule[],
  { all, light, isOwn }: ShardObservations,
  context: JudgingContext,
): ShardJudgement {
  const subjects = { ...subjectsOf(all), run: [light] };
  const byId = new Map(all.map((observation) => [observation.id, observation]));
  const judged = new Map(rules.map((rule) => [rule.id, tallyOfShard(rule, { subjects, byId, isOwn, context })]));
  const judging = { context, flows: flowsOf(subjects) };
  const trials = mutants.flatMap((mutant) => {
    const rule = rules.find(({ id }) => id === mutant.rule);
    if (rule === undefined) return [];
    const passing = new Set([...(judged.get(rule.id)?.passing ?? [])].filter(isOwn));
    return [mutantTrials(rule, { mutant, observations: rule.scope === 'run' ? light : all, passing, judging })];
  });
  const tallies = new Map([...judged].map(([id, { tally }]) => [id, tally]));
  return { tallies, trials, cited: [...judged.values()].flatMap(({ cited }) => cited) };
}

interface Tallying {
  readonly subjects: SubjectLists;
  readonly byId: ReadonlyMap<ObservationId, Observation>;
  readonly isOwn: (id: ObservationId) => boolean;
  readonly context: JudgingContext;
}

/** Other subjects are judged by their own shards. Run-wide judgements count in the shard of an observation that they cite. */
function tallyOfShard(rule: Rule, { subjects, byId, isOwn, context }: Tallying): JudgedTally {
  const isOwnSubject = (subject: Subjects[Scope]): boolean => rule.scope === 'run' || isOwn(subjectId(subject));
  const found = judgements(rule, subjects, context, isOwnSubject);
  if (rule.scope !== 'run') return tallyOf(found);
  return tallyOf(found, {
    id: isOwn,
    judgement: (judgement) => isOwn(ownerOfJudgement(judgement, byId)?.id ?? ''),
  });
}

/** Returns the id of an observation of a subject, all of which are in one shard. */
function subjectId(subject: Subjects[Scope]): ObservationId {
  if ('id' in subject) return subject.id;
  if ('observation' in subject) return subject.observation.id;
  return (subject as Timeline).observations[0]?.id ?? ''; // Run-wide subjects do not come here.
}
