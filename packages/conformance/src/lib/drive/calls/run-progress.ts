/** What a run is at, for whoever watches it. */
export type RunProgress =
  | { readonly kind: 'started'; readonly target: string; readonly scenarios: number }
  | { readonly kind: 'scenario-started'; readonly scenario: string }
  | {
      readonly kind: 'scenario-ended';
      readonly scenario: string;
      /** Scenarios that have ended, of those to run. */
      readonly ended: number;
      readonly scenarios: number;
      readonly observations: number;
    }
  /** A scenario that did not run, or not to its end, and what it lacked. */
  | { readonly kind: 'scenario-skipped'; readonly scenario: string; readonly lacked: string }
  /** The target asked for patience; the call is repeated after the wait. */
  | { readonly kind: 'backing-off'; readonly waitMs: number }
  /** The run waits for `forMs` more, and makes no calls. Reported about once a second. */
  | { readonly kind: 'waiting'; readonly forMs: number; readonly why: string }
  /** A person is asked something: until they have answered, the terminal is theirs. */
  | { readonly kind: 'asking' | 'answered' }
  | { readonly kind: 'judging'; readonly observations: number };
