import { expect } from 'vitest';

import { toConform, type RuleChoice, type ToConformOptions } from './to-conform.ts';

declare module 'vitest' {
  // Declarations merge only where their type parameters are the same.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Holds where a body of the service, or a run, keeps these rules of the contract. See `toConform`.
     *
     * @example
     * expect(delivery).toConform('event.submit-form.payload');
     * expect(delivery).toConform(['answers.*', 'face-compare.*']);
     */
    toConform: (rules?: RuleChoice | readonly RuleChoice[], options?: ToConformOptions) => R;
  }
}

/** Matchers that this module adds to Vitest's `expect`. */
export const matchers: { readonly toConform: typeof toConform } = { toConform };

expect.extend(matchers);
