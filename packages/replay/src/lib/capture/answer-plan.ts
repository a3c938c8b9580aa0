/** An answer of a capture. */
export type PlannedAnswer =
  /** A status. */
  | number
  /** Nothing at all: the sender waits until it gives up. */
  | 'never'
  /** The answer of the receiver that the delivery is passed on to. */
  | 'forwarded'
  /** A status, some time after the delivery is on the disk. */
  | { readonly status: number; readonly delayMs: number };

/** One answer for each delivery in turn, the last one for all that follow. */
export type AnswerPlan = readonly [PlannedAnswer, ...PlannedAnswer[]];

const delayed = /^([2-5]\d\d)@(\d+(?:\.\d+)?)(ms|s|m)$/;
const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Reads a plan such as `204`, `503,503,204`, `204@5s`, `never` or `forwarded`. @throws {RangeError} if a part is none of these. */
export function parseAnswerPlan(text: string): AnswerPlan {
  const answers = text.split(',').map((part): PlannedAnswer => {
    const word = part.trim();
    if (word === 'never' || word === 'forwarded') return word;
    if (/^[2-5]\d\d$/.test(word)) return Number(word);
    const [, status, number, unit = ''] = delayed.exec(word) ?? [];
    if (status !== undefined) return { status: Number(status), delayMs: Number(number) * (unitsMs[unit] ?? 1) };
    throw new RangeError(`"${word}" is not an answer: use a status from 200 to 599, 204@5s, never, or forwarded`);
  });
  const [first, ...others] = answers;
  if (first === undefined) throw new RangeError('An answer is needed');
  return [first, ...others];
}

/** Picks the answer of the delivery that came `index`th, 0-based. */
export function answerAt(plan: AnswerPlan, index: number): PlannedAnswer {
  return plan[index] ?? plan.at(-1) ?? plan[0];
}

/** The status of an answer that is known beforehand; null for none. */
export function statusOf(answer: PlannedAnswer): number | null {
  if (typeof answer === 'number') return answer;
  return typeof answer === 'object' ? answer.status : null;
}
