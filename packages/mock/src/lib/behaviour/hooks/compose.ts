import type { Behaviour, Overrides } from './behaviour.ts';

// Every point of the correct service gives back what it is given.
const unchanged = <Value>(value: Value): Value => value;

/** The service as the specification has it. */
export const correctBehaviour: Behaviour = {
  locale: unchanged,
  redirect: unchanged,
  refusals: unchanged,
  answerProblems: unchanged,
  keptAnswers: unchanged,
  effects: unchanged,
  answerDelayMs: unchanged,
  respond: unchanged,
  payload: unchanged,
  eventHeader: unchanged,
  imageLifetimeSeconds: unchanged,
  imageUrl: unchanged,
  imageSignature: unchanged,
  deliveries: unchanged,
  deliveryRequest: unchanged,
  retry: unchanged,
  receiverTimeoutMs: unchanged,
  independent: unchanged,
};

type Rewrite = (value: unknown, context: unknown) => unknown;

/** Joins overrides into one behaviour: at each point one after the other, each given what the one before made of it. */
export function composeBehaviour(overrides: readonly Overrides[]): Behaviour {
  // Point by point the types agree; over all points at once they are a union that the compiler cannot follow.
  const joined = { ...correctBehaviour } as unknown as Record<string, Rewrite>;
  for (const override of overrides) {
    for (const [point, rewrite] of Object.entries(override)) {
      const before = joined[point];
      if (before === undefined) throw new Error(`There is no point called ${point}`);
      // As above.
      const after = rewrite as Rewrite;
      joined[point] = (value, context) => after(before(value, context), context);
    }
  }
  return joined as unknown as Behaviour;
}
