/** What a receiver answers to one delivery. */
export type PlannedAnswer =
  | { readonly kind: 'status'; readonly status: number; /** On the run's clock. */ readonly afterMs?: number }
  /** No answer at all, until the sender gives up. */
  | { readonly kind: 'hold' };

/** Answers to the deliveries about one application at one receiver, in turn; `afterwards` is for any beyond them. */
export interface AnswerPlan {
  readonly answers: readonly PlannedAnswer[];
  readonly afterwards: PlannedAnswer;
}

/** What a receiver answers where nothing is planned. */
export const ACKNOWLEDGE: PlannedAnswer = { kind: 'status', status: 204 };

/** Plans statuses, in turn, and an acknowledgement of whatever comes after. */
export function answerWith(...statuses: readonly number[]): AnswerPlan {
  return { answers: statuses.map((status) => ({ kind: 'status', status })), afterwards: ACKNOWLEDGE };
}

/** Plans one and the same status for ever. */
export function alwaysAnswer(status: number): AnswerPlan {
  return { answers: [], afterwards: { kind: 'status', status } };
}
