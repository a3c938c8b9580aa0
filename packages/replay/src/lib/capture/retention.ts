import type { RetentionLimits } from '@idvkit/archive';

import type { CaptureContext } from './capture-context.ts';
import type { CaptureOptions } from './capture-options.ts';

/** Milliseconds between two checks. */
export const PRUNE_EVERY_MS = 60_000;

type RetentionOptions = Pick<CaptureOptions, 'onPruned' | 'onPruneFailure'> & { readonly limits: RetentionLimits };

/** Erases the oldest captures while others arrive: immediately, and then once a minute. */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #context: Pick<CaptureContext, 'clock' | 'writer'>;
  readonly #closing = new AbortController();
  #pruning: Promise<void>;
  #cancel = (): void => {};

  constructor(options: RetentionOptions, context: Pick<CaptureContext, 'clock' | 'writer'>) {
    this.#options = options;
    this.#context = context;
    this.#pruning = this.#prune();
  }

  /** Resolves once no check is under way. */
  idle(): Promise<void> {
    return this.#pruning;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel();
    await this.#pruning;
  }

  async #prune(): Promise<void> {
    const { limits, onPruned, onPruneFailure } = this.#options;
    const { clock, writer } = this.#context;
    const { signal } = this.#closing;
    try {
      const pruned = await writer.prune(limits, { signal });
      if (pruned.captures > 0) onPruned?.(pruned);
    } catch (error) {
      onPruneFailure?.(error);
    }
    if (signal.aborted) return;
    this.#cancel = clock.schedule(PRUNE_EVERY_MS, () => {
      this.#pruning = this.#prune();
    });
  }
}
