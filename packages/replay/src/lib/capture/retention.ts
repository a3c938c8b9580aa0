import type { ArchiveWriter, Pruned, RetentionLimits } from '@idvkit/archive';
import type { Clock } from '@idvkit/delivery';

/** Milliseconds between two checks. */
export const PRUNE_EVERY_MS = 60_000;

/** Parts and listeners of a {@link Retention}. */
export interface RetentionContext {
  readonly clock: Clock;
  readonly writer: ArchiveWriter;
  /** Called after captures were erased. */
  readonly onPruned: (pruned: Pruned) => void;
  /** Called with why captures could not be erased. The next check tries it again. */
  readonly onFailure: (error: unknown) => void;
}

/** Erases the oldest captures while others arrive: immediately, and then once a minute. */
export class Retention {
  readonly #limits: RetentionLimits;
  readonly #context: RetentionContext;
  readonly #closing = new AbortController();
  #pruning: Promise<void>;
  #cancel = (): void => {};

  constructor(limits: RetentionLimits, context: RetentionContext) {
    this.#limits = limits;
    this.#context = context;
    this.#pruning = this.#prune();
  }

  /** Resolves once no check is under way. */
  idle(): Promise<void> {
    return this.#pruning;
  }

  /** Ends the checks, the one that is under way included: the next start erases the rest. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel();
    await this.#pruning;
  }

  async #prune(): Promise<void> {
    const { clock, writer, onPruned, onFailure } = this.#context;
    const { signal } = this.#closing;
    try {
      const pruned = await writer.prune(this.#limits, { signal });
      if (pruned.captures > 0) onPruned(pruned);
    } catch (error) {
      onFailure(error);
    }
    if (signal.aborted) return;
    this.#cancel = clock.schedule(PRUNE_EVERY_MS, () => {
      this.#pruning = this.#prune();
    });
  }
}
