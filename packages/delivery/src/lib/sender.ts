import { Agent, type Dispatcher } from 'undici/index.js';

import { answerFirstConnector } from './answer-first-connector.ts';
import type { Clock } from './clock.ts';
import type {
  Attempt,
  AttemptOutcome,
  DeliveryContent,
  DeliveryHeader,
  HeaderField,
  Receiver,
} from './delivery-attempt.ts';
import { type DeliveryPolicy, specifiedPolicy } from './delivery-policy.ts';
import { InFlight } from './in-flight.ts';
import { post } from './post.ts';
import { formatTimestamp } from './timestamp.ts';

/** Dependencies of a sender. */
export interface SenderOptions {
  /** Time limits, waits and creation times are read from it. */
  readonly clock: Clock;
  /** Makes a nounce that was never made before. */
  newNounce(): string;
  /** Decisions to take differently from {@link specifiedPolicy}, for every delivery. */
  readonly policy?: Partial<DeliveryPolicy>;
  /** Makes the connections: an undici `Agent` that trusts a test certificate, for instance. It is not closed with the sender. */
  readonly dispatcher?: Dispatcher;
  /** True if outcomes have the beginning of what receivers answer. Default: false. */
  readonly keepsAnswers?: boolean;
  /** Told of each attempt when it has ended, before anything else happens. */
  onAttempt?(attempt: Attempt): void;
}

/** Options of a single delivery. */
export interface DeliverOptions {
  /** Ends the delivery: the attempt under way is torn down, none follows. */
  readonly signal?: AbortSignal;
  /** Decisions to take differently, for this delivery. */
  readonly policy?: Partial<DeliveryPolicy>;
}

/** Sends webhook deliveries as the service does. */
export interface Sender {
  /**
   * Delivers to one receiver, retries included. The first attempt is under way when this returns. To deliver to several
   * receivers, call it for each: they don't wait for one another.
   *
   * @returns All attempts, in order, once the last has ended. What a receiver does is never an exception. After `close()`
   *   there are none.
   * @throws what making a body threw, at the start or half-way.
   * @see Specification, "Delivery rules"
   */
  deliver(receiver: Receiver, content: DeliveryContent, options?: DeliverOptions): Promise<readonly Attempt[]>;
  /** Attempts under way now. A delivery that waits for its next retry has none. */
  readonly inFlight: number;
  /**
   * Resolves once at most `max` attempts are under way, at once where that holds. The retries that follow from the
   * attempts that ended are on the clock by then. Pass it to {@link TestClock.advance}.
   *
   * @param max Attempts that may stay under way: as many as receivers that are left without an answer. Default 0.
   */
  settled(max?: number): Promise<void>;
  /** Ends all deliveries and closes the connections. Calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Makes a sender.
 *
 * @example
 * const sender = createSender({ clock: systemClock, newNounce: () => crypto.randomUUID() });
 * const attempts = await sender.deliver({ id: 'r1', url, secret }, { body: ({ nounce, createdAt }) => json });
 * await sender.close();
 */
export function createSender(options: SenderOptions): Sender {
  const { clock } = options;
  const ownAgent = new Agent({ connect: answerFirstConnector({ timeout: CONNECT_MS }) });
  const dispatcher = options.dispatcher ?? ownAgent;
  const inFlight = new InFlight();
  const closing = new AbortController();
  let lastCreatedAt = Number.NEGATIVE_INFINITY;

  /** Creation times never repeat, also on a clock that stands still: a resend is later than what it repeats. */
  const freshHeader = (): DeliveryHeader => {
    lastCreatedAt = Math.max(clock.now(), lastCreatedAt + 1);
    return { nounce: options.newNounce(), createdAt: formatTimestamp(lastCreatedAt) };
  };

  const deliver: Sender['deliver'] = (receiver, content, { signal, policy } = {}) =>
    attemptUntilDone({
      receiver,
      content,
      policy: { ...specifiedPolicy, ...options.policy, ...policy },
      ending: signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]),
      clock,
      dispatcher,
      inFlight,
      freshHeader,
      keepsAnswers: options.keepsAnswers === true,
      onAttempt: (attempt) => options.onAttempt?.(attempt),
    });

  return {
    deliver,
    get inFlight() {
      return inFlight.count;
    },
    settled: (max = 0) => inFlight.atMost(max),
    close: async () => {
      closing.abort();
      await ownAgent.destroy();
    },
  };
}

/** One delivery, and what its sender lends it. */
interface DeliveryRun extends Required<Pick<SenderOptions, 'clock' | 'dispatcher' | 'keepsAnswers' | 'onAttempt'>> {
  readonly receiver: Receiver;
  readonly content: DeliveryContent;
  readonly policy: DeliveryPolicy;
  readonly ending: AbortSignal;
  readonly inFlight: InFlight;
  readonly freshHeader: () => DeliveryHeader;
}

/** Makes the first attempt immediately, and each retry when the clock says so. Returns all attempts once the last has ended. */
function attemptUntilDone(run: DeliveryRun): Promise<readonly Attempt[]> {
  const { receiver, content, policy, ending, clock, dispatcher, inFlight } = run;
  const attempts: Attempt[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<readonly Attempt[]>();
  const attempt = (): void => {
    const startedAt = clock.now();
    const failed = (error: unknown): void => {
      reject(error instanceof Error ? error : new Error(String(error)));
      inFlight.leave();
    };
    inFlight.enter();
    try {
      const header = policy.header(run.freshHeader(), attempts.at(-1));
      const ended = (outcome: AttemptOutcome): void => {
        try {
          conclude({ ...header, startedAt, outcome });
        } catch (error) {
          failed(error);
          return;
        }
        inFlight.leave();
      };
      const body = content.body(header);
      const headers = mergeHeaders(policy.headers(receiver), content.headers?.(header) ?? []);
      const { method, timeoutMs } = policy;
      const { keepsAnswers } = run;
      const { url } = receiver;
      post({ url, method, headers, body, clock, timeoutMs, dispatcher, keepsAnswers, signal: ending }, ended, failed);
    } catch (error) {
      failed(error);
    }
  };
  const conclude = (ended: Pick<Attempt, 'nounce' | 'createdAt' | 'startedAt' | 'outcome'>): void => {
    const retriesSoFar = attempts.length;
    const next = nextStep(policy, ended.outcome, retriesSoFar);
    const concluded = { ...ended, receiverId: receiver.id, number: retriesSoFar + 1, endedAt: clock.now(), next };
    attempts.push(concluded);
    run.onAttempt(concluded);
    if (next === 'retry') retryAfter(policy.retryDelayMs(retriesSoFar));
    else resolve(attempts);
  };
  const retryAfter = (delayMs: number): void => {
    const stop = (): void => {
      cancel();
      resolve(attempts);
    };
    const cancel = clock.schedule(delayMs, () => {
      ending.removeEventListener('abort', stop);
      attempt();
    });
    ending.addEventListener('abort', stop);
  };
  if (ending.aborted) resolve(attempts);
  else attempt();
  return promise;
}

/** Real milliseconds to connect in, where the clock that sets the limits stands still. */
const CONNECT_MS = 60_000;

/** The policy's headers that the content does not give itself, and then the content's. */
function mergeHeaders(prescribed: Readonly<Record<string, string>>, own: readonly HeaderField[]): HeaderField[] {
  const given = new Set(own.map(([name]) => name.toLowerCase()));
  return [...Object.entries(prescribed).filter(([name]) => !given.has(name.toLowerCase())), ...own];
}

function nextStep(policy: DeliveryPolicy, outcome: AttemptOutcome, retriesSoFar: number): Attempt['next'] {
  const retry = outcome.kind !== 'cancelled' && retriesSoFar < policy.maxRetries;
  if (retry && policy.shouldRetry(outcome, retriesSoFar)) return 'retry';
  const accepted = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
  return accepted ? 'delivered' : 'given-up';
}
