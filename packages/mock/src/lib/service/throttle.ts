import type { Settings } from '../state/settings.ts';

/** Why a call is turned away before anything is looked at. */
export type Disturbance = { readonly status: 429; readonly retryAfterSeconds: number } | { readonly status: 500 };

/** Turns calls away by rate, or every so often for a test's sake. Windows of the rate limit follow one another. */
export class Throttle {
  #calls = 0;
  #window = { start: Number.NEGATIVE_INFINITY, calls: 0 };

  /** Counts a call at `now`, on the workspace's clock. Returns why it is turned away, if it is. */
  count({ rateLimit, tooManyRequestsEvery, serverErrorEvery }: Settings, now: number): Disturbance | undefined {
    this.#calls += 1;
    const isEvery = (nth: number): boolean => nth > 0 && this.#calls % nth === 0;
    if (isEvery(tooManyRequestsEvery)) return { status: 429, retryAfterSeconds: 1 };
    if (isEvery(serverErrorEvery)) return { status: 500 };
    if (!rateLimit) return undefined;
    if (now - this.#window.start >= rateLimit.windowMs) this.#window = { start: now, calls: 0 };
    this.#window.calls += 1;
    if (this.#window.calls <= rateLimit.requests) return undefined;
    const waitMs = this.#window.start + rateLimit.windowMs - now;
    return { status: 429, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
}
