import { createSender, Semaphore, type AttemptOutcome, type Sender } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import { withoutConnection } from '../send/connection-headers.ts';
import { shownTarget } from '../send/send-target.ts';
import { toAnswer, toOutcome } from '../send/sent-attempt.ts';
import type { CaptureContext, ForwardOutcome } from './capture-context.ts';
import { CaptureQueue } from './capture-queue.ts';
import { describeSecretHeaders, restoreSecretHeaders } from './secret-headers.ts';

/** Options of passing captures on. */
export interface ForwardOptions {
  /** Address of the receiver. */
  readonly url: string;
  /** Milliseconds between retries after 5xx. Default 1000. */
  readonly retryDelayMs?: number;
}

const MAX_AT_ONCE = 16;

/**
 * Passes captures on: the same bytes, read from the disk, with the headers they came with. Secrets among those, the bearer included, are in
 * memory only. What the receiver answers is written down.
 *
 * If the receiver's answer is given back, one attempt is made, and the service itself decides whether another follows. Otherwise
 * no one else would retry, and the delivery rules are kept here: 5xx is tried again, at most three times.
 *
 * @see Specification, "Delivery rules"
 */
export class Forwarder {
  readonly #options: ForwardOptions;
  readonly #context: CaptureContext;
  readonly #sender: Sender;
  readonly #waiting: CaptureQueue;
  readonly #relays = new Semaphore(MAX_AT_ONCE);
  #notPassedOn = 0;

  constructor(options: ForwardOptions, context: CaptureContext) {
    this.#options = options;
    this.#context = context;
    this.#sender = createSender({ clock: context.clock, newNounce: () => '', keepsAnswers: true });
    this.#waiting = new CaptureQueue({
      archive: context.archive,
      atOnce: MAX_AT_ONCE,
      work: ({ captured }, secretHeaders) => this.#passOn(captured, secretHeaders),
      onUnreadable: context.onUnreadable,
    });
  }

  /** Captures that were to be forwarded, and no receiver answered 2xx. */
  get notPassedOn(): number {
    return this.#notPassedOn;
  }

  /** Passes a capture on when it is its turn. `rawHeaders` has names and values in turn, secrets included. */
  add(captured: Captured, rawHeaders: readonly string[]): void {
    this.#notPassedOn += 1;
    this.#waiting.add(captured.id, describeSecretHeaders(rawHeaders, captured.headers));
  }

  /** Passes a capture on while its sender waits. @returns the answer once it is recorded; `undefined` if it was broken off. */
  relay(captured: Captured, rawHeaders: readonly string[]): Promise<ForwardOutcome | undefined> {
    this.#notPassedOn += 1;
    const secretHeaders = describeSecretHeaders(rawHeaders, captured.headers);
    return this.#relays.run(() => this.#deliver(captured, { secretHeaders, relayed: true }));
  }

  /** Returns whether a capture waits to be forwarded. */
  isWaiting(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** Resolves once nothing waits to be passed on. */
  idle(): Promise<void> {
    return this.#waiting.idle();
  }

  /** Breaks off what is under way, and gives up what waits. */
  close(): Promise<void> {
    this.#waiting.clear();
    return this.#sender.close();
  }

  async #passOn(captured: Captured, secretHeaders: string): Promise<void> {
    try {
      const outcome = await this.#deliver(captured, { secretHeaders, relayed: false });
      if (outcome !== undefined) this.#context.onOutcome(captured, outcome);
    } catch (error) {
      this.#context.onLoss(captured, error);
    }
  }

  async #deliver(
    captured: Captured,
    { secretHeaders, relayed }: { readonly secretHeaders: string; readonly relayed: boolean },
  ): Promise<ForwardOutcome | undefined> {
    const { archive } = this.#context;
    const attempts = await this.#sender.deliver(
      { id: 'forward', url: this.#options.url, secret: '' },
      {
        async *body() {
          yield* archive.openBody(captured) as AsyncIterable<Uint8Array>; // No encoding is set.
        },
        headers: () => [
          ...withoutConnection(restoreSecretHeaders(captured.headers, secretHeaders)),
          ['content-length', String(captured.body.bytes)],
        ],
      },
      {
        policy: {
          method: captured.method,
          maxRetries: relayed ? 0 : 3,
          retryDelayMs: () => this.#options.retryDelayMs ?? 1_000,
          headers: () => ({}),
        },
      },
    );
    const last = attempts.at(-1);
    // Of what was broken off nothing is written: it counts as not passed on.
    if (last === undefined || last.next === 'retry' || last.outcome.kind === 'cancelled') return undefined;
    let outcome: ForwardOutcome | undefined;
    for (const attempt of attempts) {
      outcome = toForwardOutcome(attempt.outcome);
      await archive.addAttempt(
        {
          capture: captured.id,
          at: new Date(attempt.startedAt).toISOString(),
          target: shownTarget(this.#options.url),
          number: attempt.number,
          durationMs: attempt.endedAt - attempt.startedAt,
          outcome,
          ...(relayed && { relayed }),
        },
        await toAnswer(attempt.outcome),
      );
    }
    if (outcome !== undefined && 'status' in outcome && Math.floor(outcome.status / 100) === 2) this.#notPassedOn -= 1;
    return outcome;
  }
}

function toForwardOutcome(outcome: AttemptOutcome): ForwardOutcome {
  const written = toOutcome(outcome);
  if ('status' in written) return written;
  return { failure: written.failure === 'timed-out' ? 'no answer in time' : written.failure };
}
