import { stringAt } from '@idvkit/json';
import { KNOWN_EVENT_TYPES } from '@idvkit/schema';
import { readDateTime, type RuleId } from '@idvkit/schema/rules';

import type { Delivery, Watch } from '../../observe/observation.ts';
import { timelinesOf, type Timeline } from '../../observe/timeline.ts';
import { fail, inconclusive, type Judgement, pass, passFor } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';
import {
  answeredStatus,
  type Chain,
  chainsOf,
  deliveryWithin,
  endOf,
  isAcknowledged,
  isServerError,
  judgeNewNounce,
  MAX_RETRIES,
  silenceAt,
  watchedAt,
} from './delivery-chains.ts';

/** A chain whose order of events is clear. */
interface ChainView extends Chain {
  readonly timeline: Timeline;
  /** Watches that prove that nothing more came; undefined if they are too short. */
  readonly silence: readonly [Watch, ...Watch[]] | undefined;
  /** Time after the last attempt in which the watches would have received another. */
  readonly watchedMs: number;
  /** Returns the delivery after an attempt, if only the service can have caused it. */
  readonly next: (attempt: Delivery) => Delivery | undefined;
}

const QUIET_NEEDED = 'What came after the delivery was not watched for long enough.';

function chainRule(
  id: RuleId,
  {
    judge,
    ...options
  }: Pick<RuleOf<'timeline'>, 'needs' | 'coverage'> & {
    readonly judge: (chain: ChainView) => Iterable<Judgement>;
  },
): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    ...options,
    *judge(timeline, context) {
      for (const view of viewsOf(timeline, context)) yield* judge(view);
    },
  });
}

function viewsOf(timeline: Timeline, context: JudgingContext): readonly ChainView[] {
  return (
    KNOWN_EVENT_TYPES.flatMap((type) => chainsOf(timeline, type, context))
      // Without its trigger, or with another chain still open, a retry and a new delivery look the same.
      .filter((chain) => chain.clear && chain.attempts.length > 0 && isStartSeen(chain))
      .map((chain) => viewOf(chain, timeline, context))
  );
}

/** People at the service may cause lifecycle events; their content identifies the attempts. */
function isStartSeen({ type, trigger }: Chain): boolean {
  return type !== 'submit_form' || trigger !== undefined;
}

function viewOf(chain: Chain, timeline: Timeline, context: JudgingContext): ChainView {
  const { receiver, type, attempts, endsAt } = chain;
  const last = attempts.at(-1);
  const period = { from: last === undefined ? endsAt : endOf(last), until: endsAt, type };
  const silence = silenceAt(receiver, timeline, { ...period, withinMs: deliveryWithin(context) });
  const watchedMs = watchedAt(receiver, timeline, period).watchedMs;
  const next = (attempt: Delivery): Delivery | undefined => {
    const following = attempts[attempts.indexOf(attempt) + 1];
    if (following === undefined || following.at < earliestEndOf(attempt)) return undefined;
    return isProvoked(timeline, attempt, following) ? undefined : following;
  };
  return { ...chain, timeline, silence, watchedMs, next };
}

/** Allows for moved clocks, where the end of a held connection is known only to a second. */
function earliestEndOf(attempt: Delivery): number {
  return endOf(attempt) - (attempt.answer.kind === 'none' ? TOLERANCE_MS : 0);
}

/** Checks for a command between two deliveries: its effects are another rule's matter. */
function isProvoked({ observations }: Timeline, one: Delivery, other: Delivery): boolean {
  const between = observations.slice(observations.indexOf(one) + 1, observations.indexOf(other));
  return between.some(
    (observation) =>
      observation.kind === 'exchange' &&
      (observation.condition.endpoint === 'submit' || observation.condition.endpoint === 'resend'),
  );
}

interface ChainEnd {
  readonly ends: (attempt: Delivery, place: number) => boolean;
  readonly message: string;
  readonly part?: (attempt: Delivery) => string;
}

function* endsChain(chain: ChainView, { ends, message, part }: ChainEnd): Generator<Judgement> {
  for (const [place, attempt] of chain.attempts.entries()) {
    if (!ends(attempt, place)) continue;
    const next = chain.next(attempt);
    if (next) yield fail(next, { message, also: [attempt] });
    else if (attempt !== chain.attempts.at(-1)) continue;
    else if (!chain.silence) yield inconclusive(QUIET_NEEDED, attempt);
    else yield part ? passFor(part(attempt), attempt, ...chain.silence) : pass(attempt, ...chain.silence);
  }
}

function isRefusal(delivery: Delivery): boolean {
  const status = answeredStatus(delivery) ?? 0;
  return status >= 400 && status < 500;
}

function failed(delivery: Delivery): boolean {
  return isServerError(answeredStatus(delivery));
}

const successIsDone = chainRule('delivery.2xx.done', {
  needs: 'A delivery that the receiver acknowledges, and the time after it watched.',
  judge: (chain) =>
    endsChain(chain, {
      ends: (attempt, place) => place === 0 && isAcknowledged(attempt),
      message: 'Delivered again after a 2xx',
    }),
});

const serverErrorIsRetried = defineRule('delivery.5xx.retried', {
  scope: 'run',
  needs: 'A delivery that the receiver answers with 5xx, and the time after it watched.',
  *judge(run, context) {
    const views = timelinesOf(run).flatMap((timeline) => viewsOf(timeline, context));
    const slowestMs = Math.max(0, ...views.map(retryDelayOf));
    for (const { attempts, silence, watchedMs } of views) {
      const [first, retry] = attempts;
      if (first === undefined || !failed(first)) continue;
      if (retry) yield pass(first, retry);
      else if (!silence) yield inconclusive(QUIET_NEEDED, first);
      // The specification shows no spacing of retries: one that came later than this watch lasted shows that it was too short.
      else if (slowestMs > watchedMs) yield inconclusive(laterThan(watchedMs, slowestMs), first);
      else {
        yield fail(first, {
          message: 'Not delivered again after a 5xx: if retries come later, raise patienceSeconds',
          expected: `another attempt in the ${seconds(watchedMs)} s watched`,
          also: silence,
        });
      }
    }
  },
});

/** Returns the time from a 5xx to the retry that came after it; 0 without one. */
function retryDelayOf({ attempts }: ChainView): number {
  const [first, retry] = attempts;
  return first === undefined || retry === undefined || !failed(first) ? 0 : retry.at - endOf(first);
}

function laterThan(watchedMs: number, slowestMs: number): string {
  return `Nothing came in ${seconds(watchedMs)} s, but another retry took ${seconds(slowestMs)} s: raise patienceSeconds.`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}

const atMostThree = chainRule('delivery.5xx.at-most-three', {
  needs: 'A delivery that the receiver answers with 5xx again and again, and the time after it watched.',
  *judge({ attempts, silence, next }) {
    const failures = attempts.slice(0, MAX_RETRIES + 1);
    const [first, retry] = failures;
    const last = failures.at(-1);
    if (first === undefined || retry === undefined || last === undefined || !failures.every(failed)) return;
    const tooMany = failures.length > MAX_RETRIES ? next(last) : undefined;
    if (tooMany) {
      yield fail(tooMany, {
        message: `Retried more than ${MAX_RETRIES} times after 5xx`,
        expected: `at most ${MAX_RETRIES} retries`,
        actual: `${attempts.length - 1} retries`,
        also: attempts.filter((attempt) => attempt !== tooMany),
      });
    } else if (silence && attempts.length === failures.length) yield pass(first, ...failures.slice(1), ...silence);
    else yield inconclusive(QUIET_NEEDED, last);
  },
});

const stopsOnSuccess = chainRule('delivery.5xx.stops-on-2xx', {
  needs: 'A delivery that the receiver answers with 5xx, a retry that it acknowledges, and the time after it watched.',
  judge: (chain) =>
    endsChain(chain, {
      ends: (attempt, place) => place > 0 && isAcknowledged(attempt) && chain.attempts.slice(0, place).every(failed),
      message: 'Delivered again after the receiver answered a retry with 2xx',
    }),
});

const retryHasNewNounce = chainRule('delivery.5xx.new-nounce', {
  needs: 'A delivery that the receiver answers with 5xx, and its retry.',
  *judge({ attempts }) {
    for (const [place, attempt] of attempts.entries()) {
      const earlier = attempts.slice(0, place);
      if (earlier.length === 0 || !earlier.every(failed)) continue;
      const message = 'A retry carries the nounce of the delivery before it';
      yield* judgeNewNounce(attempt, earlier, { proves: earlier, message });
    }
  },
});

const refusalIsFinal = chainRule('delivery.4xx.not-retried', {
  needs: 'A delivery that the receiver answers with 4xx, and the time after it watched.',
  coverage: ['400', '401', '404', '410', '422', '429'],
  judge: (chain) =>
    endsChain(chain, {
      ends: isRefusal,
      message: 'Delivered again after a 4xx',
      part: (attempt) => String(answeredStatus(attempt)),
    }),
});

/** Time that the service waits for an answer, and the accuracy of our measurement. */
const TIMEOUT_MS = 30_000;
const TOLERANCE_MS = 1000;

/** If a delivery seems to arrive later than this, its `created_at` is wrong and says nothing about the lag. */
const MAX_LAG_MS = 60_000;

function lagOf({ at, request }: Delivery): number {
  return at - (readDateTime(stringAt(request.body.json, 'event', 'created_at'))?.at ?? at);
}

/** Checks if a delivery, sent `lagMs` before it arrived, may have been held for the whole timeout. */
function mayBeTimedOut({ answer, at }: Delivery, lagMs: number): boolean {
  if (answer.kind !== 'none') return false;
  const heldMs = (answer.closedAt ?? at + TIMEOUT_MS) - at;
  const knownLagMs = lagMs > MAX_LAG_MS ? 0 : Math.max(0, lagMs);
  return heldMs + knownLagMs >= TIMEOUT_MS - TOLERANCE_MS;
}

/**
 * Returns how long a delivery took to arrive: its lag beyond the smallest lag of a later delivery, which may be the difference
 * of two clocks. 0 if no later delivery shows how far the clocks differ.
 */
function transitOf(delivery: Delivery, { allDeliveries }: Timeline): number {
  const lags = allDeliveries.slice(allDeliveries.indexOf(delivery) + 1).map(lagOf);
  return lags.length === 0 ? 0 : Math.max(0, lagOf(delivery) - Math.max(0, Math.min(...lags)));
}

/** Checks that a delivery timed out. The service counts from when it made the delivery. */
function isTimedOut(delivery: Delivery, timeline: Timeline): boolean {
  return delivery.answer.kind === 'none' && mayBeTimedOut(delivery, transitOf(delivery, timeline));
}

const LAGGED = 'The delivery arrived late, so it is unknown how long the service waited for an answer.';

const timeoutIsFinal = chainRule('delivery.timeout.not-retried', {
  needs: 'A delivery that the receiver does not answer within 30 s, and the time after it watched.',
  *judge(chain) {
    const ends = (attempt: Delivery): boolean => isTimedOut(attempt, chain.timeline);
    yield* endsChain(chain, { ends, message: 'Delivered again after 30 s without an answer' });
    for (const attempt of chain.attempts) {
      if (!ends(attempt) && mayBeTimedOut(attempt, lagOf(attempt))) yield inconclusive(LAGGED, attempt);
    }
  },
});

/** An answer this late shows that the service still waited. */
const LATE_MS = 28_000;

const waitsThirtySeconds = defineRule('delivery.timeout.waits-30s', {
  scope: 'timeline',
  needs: 'A delivery that the receiver does not answer, or answers after 29 s.',
  *judge(timeline) {
    for (const delivery of timeline.deliveries) {
      const { answer, at } = delivery;
      if (answer.kind === 'status') {
        const heldMs = answer.at - at;
        if (heldMs >= LATE_MS && heldMs <= TIMEOUT_MS) yield pass(delivery);
      } else if (answer.closedAt !== undefined) {
        if (isTimedOut(delivery, timeline)) yield pass(delivery);
        else if (mayBeTimedOut(delivery, lagOf(delivery))) yield inconclusive(LAGGED, delivery);
        else {
          yield fail(delivery, {
            message: 'The service gave up waiting for an answer before 30 s had passed',
            expected: `${TIMEOUT_MS} ms`,
            actual: `${Math.round(answer.closedAt - at)} ms`,
          });
        }
      }
    }
  },
});

export const retryRules: readonly Rule[] = [
  successIsDone,
  serverErrorIsRetried,
  atMostThree,
  stopsOnSuccess,
  retryHasNewNounce,
  refusalIsFinal,
  timeoutIsFinal,
  waitsThirtySeconds,
];
