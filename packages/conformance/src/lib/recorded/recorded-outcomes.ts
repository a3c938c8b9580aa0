import { notExercised, type RuleOutcome } from '../judge/rule/judge-all.ts';
import { isChosen, type RuleSelection } from '../judge/rule/rule-glob.ts';
import type { Rule } from '../judge/rule/rule.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';
import { neededByRecording } from './recording-facts.ts';
import type { Recording } from './recording.ts';

export function chosenRules(selection: RuleSelection): readonly Rule[] {
  const isJudged = isChosen(selection);
  return serviceRules.filter(({ id }) => isJudged(id));
}

/** Lists the chosen rules that a recording can decide. */
export function decidableRules(
  { undecidable }: Pick<Recording, 'undecidable'>,
  selection: RuleSelection,
): readonly Rule[] {
  return chosenRules(selection).filter(({ id }) => undecidable(id) === undefined);
}

/** Adds the rules that the recording cannot decide, and says of those that were not tested what a recording needs. */
export function recordedOutcomes<Found>(
  judged: readonly RuleOutcome<Found>[],
  { undecidable, rules }: Pick<Recording, 'undecidable'> & { readonly rules: readonly Rule[] },
): readonly RuleOutcome<Found>[] {
  const outcomes = new Map(judged.map((outcome) => [outcome.rule.id, outcome]));
  return rules.map((rule) => {
    const outcome = outcomes.get(rule.id) ?? notExercised(rule, undecidable(rule.id) ?? rule.needs);
    return outcome.reason === rule.needs ? { ...outcome, reason: neededByRecording(rule) } : outcome;
  });
}
