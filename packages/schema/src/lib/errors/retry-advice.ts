import type { ServiceError } from './parse-error.ts';

/**
 * Advice for a call that failed:
 *
 * - `never`: the same call fails again.
 * - `back-off`: wait, longer each time, and call again.
 * - `at-most-three`: call again, three times at most.
 * - `top-up-first`: every create fails until someone adds credit. Stop creating and raise an alert.
 */
export type RetryAdvice = 'never' | 'back-off' | 'at-most-three' | 'top-up-first';

/**
 * Returns true if a call that failed may be repeated.
 *
 * @see Specification, "Status codes"
 *
 * @example
 * retryAdvice(parseServiceError({ endpoint: 'create', status: 429, body: undefined })) // 'back-off'
 */
export function retryAdvice(error: ServiceError): RetryAdvice {
  switch (error.kind) {
    case 'too-many-requests':
      return 'back-off';
    case 'server-error':
      return 'at-most-three';
    case 'no-credit':
      return 'top-up-first';
    default:
      return 'never';
  }
}
