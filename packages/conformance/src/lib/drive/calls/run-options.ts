import type { IdvkitConfig } from '@idvkit/schema/config';

import type { Person } from './person.ts';

/** What is in a certain state already, so that nobody has to bring it there. */
export type Fixtures = NonNullable<IdvkitConfig['fixtures']>;

/** Commands that arrange what only an operator can. */
export type OperatorCommands = NonNullable<IdvkitConfig['operator']>;

/** Where deliveries arrive. */
export type ReceiverOptions = NonNullable<IdvkitConfig['receiver']>;

/** The target of a run and how it is treated: what a configuration file holds, and what only code can give. */
export interface RunOptions extends Readonly<Omit<IdvkitConfig, '$schema' | 'only' | 'skip'>> {
  /** Rules to judge, by id or glob; scenarios that none of them needs do not run. Default: all that bind the service. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Someone who is asked for what no command and no fixture provides. Needs `baseUrl`; the portal of a mock is not used then. */
  readonly person?: Person;
  /** File that keeps what a person arranged, so that a run can be left and gone on with. Default `idvkit.interactive.json`. */
  readonly session?: string;
  /** Plays random sequences as well, and judges them. Default: none. */
  readonly fuzz?: FuzzOptions;
  /** Faults to switch on in the embedded mock, by id; no use with `baseUrl`. */
  readonly faults?: readonly string[];
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the run early: what was observed until then is judged. */
  readonly signal?: AbortSignal;
}

/** How a target is explored at random. */
export interface FuzzOptions {
  /** Random sequences to play. */
  readonly runs: number;
  /** Steps of a sequence at most. Default 12. */
  readonly maxSteps?: number;
  /** Plays one sequence again: what an earlier run printed, together with its seed. */
  readonly path?: string;
  /** Whether the scenarios run as well. Default true. */
  readonly scenarios?: boolean;
  /** Lets applications of a live target expire and be deleted, too. Default false. */
  readonly destructive?: boolean;
}

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
  /** A scenario that did not run, or not to its end, and why. */
  | { readonly kind: 'scenario-skipped'; readonly scenario: string; readonly reason: string }
  /** The target asked for patience; the call is repeated after the wait. */
  | { readonly kind: 'backing-off'; readonly waitMs: number }
  /** The run waits for `forMs` more, and makes no calls. Reported about once a second. */
  | { readonly kind: 'waiting'; readonly forMs: number; readonly why: string }
  /** A person is asked something: until they have answered, the terminal is theirs. */
  | { readonly kind: 'asking' | 'answered' }
  | { readonly kind: 'judging'; readonly observations: number };
