/** What a capture answers: a status, or nothing at all. */
export type PlannedAnswer = number | 'never';

/**
 * Reads a plan such as `204`, `503,503,204` or `never`: one answer per delivery, the last one for all that follow.
 *
 * @throws {RangeError} if a part is neither `never` nor a status from 200 to 599.
 */
export function parseAnswerPlan(text: string): readonly [PlannedAnswer, ...PlannedAnswer[]] {
  const answers = text.split(',').map((part): PlannedAnswer => {
    const word = part.trim();
    if (word === 'never') return 'never';
    if (/^[2-5]\d\d$/.test(word)) return Number(word);
    throw new RangeError(`"${word}" is no answer: use a status from 200 to 599, or never`);
  });
  const [first, ...others] = answers;
  if (first === undefined) throw new RangeError('An answer is needed');
  return [first, ...others];
}

/** Picks the answer of the delivery that came `index`th, 0-based. */
export function answerAt(plan: readonly [PlannedAnswer, ...PlannedAnswer[]], index: number): PlannedAnswer {
  return plan[index] ?? plan.at(-1) ?? plan[0];
}
