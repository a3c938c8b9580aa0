import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Attempt, createSender, createTestClock } from '../src/index.ts';
import { type Reaction, scriptedReceiver } from './scripted-receiver.ts';

const SPACING_MS = 700;

const reaction: fc.Arbitrary<Reaction> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 500, max: 599 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 499 }) },
  { weight: 1, arbitrary: fc.constantFrom<Reaction>('silence', 'reset') },
);
const reactions = fc.array(reaction, { maxLength: 6 });

/** The rules of the specification, said once more in the plainest way: what one receiver sees, in order. */
function prescribed(answers: readonly Reaction[]): Reaction[] {
  const seen: Reaction[] = [];
  do seen.push(answers[seen.length] ?? 204);
  while (seen.length <= 3 && Number(seen.at(-1)) >= 500);
  return seen;
}

function reactionTo({ outcome }: Attempt): Reaction | undefined {
  if (outcome.kind === 'answered') return outcome.status;
  if (outcome.kind === 'timed-out') return 'silence';
  return outcome.kind === 'failed' && outcome.reason === 'reset' ? 'reset' : undefined;
}

async function deliverTo(plans: readonly (readonly Reaction[])[]): Promise<{
  readonly deliveries: readonly (readonly Attempt[])[];
  readonly arrivals: readonly (readonly { readonly body: string }[])[];
}> {
  const clock = createTestClock({ now: 0 });
  let nounces = 0;
  let timedOut = 0;
  const receivers = await Promise.all(plans.map((plan) => scriptedReceiver(plan)));
  const sender = createSender({
    clock,
    newNounce: () => `n${++nounces}`,
    policy: { retryDelayMs: () => SPACING_MS },
    onAttempt: ({ outcome }) => (timedOut += outcome.kind === 'timed-out' ? 1 : 0),
  });
  const silent = (): number => receivers.reduce((sum, { silences }) => sum + silences, 0) - timedOut;
  /** Every attempt under way is one that a receiver has met with silence. */
  const settled = async (): Promise<void> => {
    while (sender.inFlight > silent()) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };
  const delivered = Promise.all(
    receivers.map(({ url }, index) =>
      sender.deliver({ id: `r${index}`, url, secret: 's' }, { body: (header) => JSON.stringify(header) }),
    ),
  );
  await clock.advance(60_000, settled);
  const deliveries = await delivered;
  await clock.advance(600_000, settled);
  await sender.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  return { deliveries, arrivals: receivers.map(({ arrivals }) => arrivals) };
}

describe('Sender.deliver(), for any receivers', () => {
  it('makes the attempts that the specification prescribes, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reactions, { minLength: 1, maxLength: 3 }), async (plans) => {
        const { deliveries, arrivals } = await deliverTo(plans);
        expect(deliveries.map((attempts) => attempts.map(reactionTo))).toEqual(plans.map(prescribed));
        expect(arrivals.map((each) => each.map(({ body }) => JSON.parse(body)))).toEqual(
          deliveries.map((attempts) => attempts.map(({ nounce, createdAt }) => ({ nounce, createdAt }))),
        );
        const all = deliveries.flat();
        expect(new Set(all.map(({ nounce }) => nounce)).size).toBe(all.length);
        expect(new Set(all.map(({ createdAt }) => createdAt)).size).toBe(all.length);
        for (const attempts of deliveries) {
          expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_attempt, index) => index + 1));
          expect(attempts.map(({ startedAt }) => startedAt)).toEqual(
            attempts.map((_each, index) => index * SPACING_MS),
          );
          expect(attempts.map(({ startedAt, endedAt }) => endedAt - startedAt)).toEqual(
            attempts.map(({ outcome }) => (outcome.kind === 'timed-out' ? 30_000 : 0)),
          );
          expect(attempts.map(({ next }) => next === 'retry')).toEqual(
            attempts.map((_attempt, index) => index < attempts.length - 1),
          );
          const last = attempts.at(-1);
          const status = last?.outcome.kind === 'answered' ? last.outcome.status : 0;
          expect(last?.next).toBe(status >= 200 && status <= 299 ? 'delivered' : 'given-up');
        }
      }),
      { numRuns: 150 },
    );
  });
});
