import type { Settings } from '../state/settings.ts';

/** Why a call is turned away before anything is looked at. */
export type Disturbance = { readonly status: 429; readonly retryAfterSeconds: number } | { readonly status: 500 };

/** Turns calls away by rate, or every so often for a test's sake. */
export interface Throttle {
  /** Counts a call. Returns why it is turned away, if it is. */
  count(settings: Settings, now: number): Disturbance | undefined;
}

/** Starts counting. Windows of the rate limit follow one another, on the workspace's clock. */
export function createThrottle(): Throttle {
  let calls = 0;
  let window = { start: Number.NEGATIVE_INFINITY, calls: 0 };
  return {
    count: ({ rateLimit, tooManyRequestsEvery, serverErrorEvery }, now) => {
      calls += 1;
      if (tooManyRequestsEvery > 0 && calls % tooManyRequestsEvery === 0) return { status: 429, retryAfterSeconds: 1 };
      if (serverErrorEvery > 0 && calls % serverErrorEvery === 0) return { status: 500 };
      if (!rateLimit) return undefined;
      if (now - window.start >= rateLimit.windowMs) window = { start: now, calls: 0 };
      window.calls += 1;
      if (window.calls <= rateLimit.requests) return undefined;
      const waitMs = window.start + rateLimit.windowMs - now;
      return { status: 429, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
    },
  };
}
