import type { Archive, RetentionLimits } from '@idvkit/archive';

import type { CaptureContext } from './capture-context.ts';
import type { CaptureOptions } from './capture-options.ts';

/** Milliseconds between two checks. */
export const PRUNE_EVERY_MS = 60_000;
/** A clock that differs by more from the time that passed was set, or the machine slept. */
const MAX_CLOCK_JUMP_MS = 3_600_000;

type RetentionOptions = Pick<CaptureOptions, 'onPruned' | 'onPruneFailure' | 'onClockJump'> & {
  readonly limits: RetentionLimits;
  /** Returns true for captures that stay for now. */
  readonly stays: (id: number) => boolean;
  /** Milliseconds that passed, whatever the clock says. Default: those of the process. */
  readonly elapsedMs?: () => number;
};
type RetentionContext = Pick<CaptureContext, 'archive' | 'clock' | 'now'>;

/**
 * Erases the oldest captures while others arrive: immediately, and then once a minute. A clock that is wrong erases nothing by age: one
 * that was set forward, and one that makes every capture of before too old.
 */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #context: RetentionContext;
  readonly #closing = new AbortController();
  readonly #elapsedMs: () => number;
  readonly #startedAt: { readonly clockMs: number; readonly elapsedMs: number };
  readonly #isPauseTooLong: boolean;
  #hasReported = false;
  #pruning: Promise<void>;
  #cancel = (): void => {};

  constructor(options: RetentionOptions, context: RetentionContext) {
    this.#options = options;
    this.#context = context;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
    this.#startedAt = { clockMs: context.now().getTime(), elapsedMs: this.#elapsedMs() };
    const age = this.#startedAt.clockMs - (newestAtMs(context.archive) ?? this.#startedAt.clockMs);
    this.#isPauseTooLong = age > (options.limits.maxAgeMs ?? Infinity);
    this.#pruning = this.#prune();
  }

  /** Resolves once no check is in progress. */
  idle(): Promise<void> {
    return this.#pruning;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel();
    await this.#pruning;
  }

  async #prune(): Promise<void> {
    const { onPruned, onPruneFailure, stays } = this.#options;
    const { archive, clock, now } = this.#context;
    const { signal } = this.#closing;
    try {
      const pruned = await archive.prune(this.#limits(), { now: now(), stays, signal });
      if (pruned.captures > 0) onPruned?.(pruned);
    } catch (error) {
      onPruneFailure?.(error);
    }
    if (signal.aborted) return;
    this.#cancel = clock.schedule(PRUNE_EVERY_MS, () => {
      this.#pruning = this.#prune();
    });
  }

  /** Returns the limits without the age if the clock cannot be trusted. */
  #limits(): RetentionLimits {
    const { maxAgeMs, ...others } = this.#options.limits;
    if (maxAgeMs === undefined) return others;
    const { clockMs, elapsedMs } = this.#startedAt;
    const jumpMs = this.#context.now().getTime() - clockMs - (this.#elapsedMs() - elapsedMs);
    if (jumpMs <= MAX_CLOCK_JUMP_MS && !this.#isPauseTooLong) return this.#options.limits;
    if (!this.#hasReported) this.#options.onClockJump?.(jumpMs);
    this.#hasReported = true;
    return others;
  }
}

function newestAtMs(archive: Archive): number | undefined {
  const [newest] = archive.list({ order: 'newest', limit: 1 });
  return newest === undefined ? undefined : Date.parse(newest.captured.receivedAt);
}
