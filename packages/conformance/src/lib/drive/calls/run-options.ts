import type { IdvkitConfig } from '@idvkit/schema/formats';

import type { Person } from './person.ts';
import type { RunPlan } from './plan-coverage.ts';

/** Applications and settings that exist already, so that they need not be arranged. */
export type Fixtures = NonNullable<IdvkitConfig['fixtures']>;

/** Commands that do what only an operator can. */
export type OperatorCommands = NonNullable<IdvkitConfig['operator']>;

/** Values that a command gets as placeholders and in its environment, without secrets. */
export interface OperatorRequest {
  readonly slug?: string;
  readonly formSlug?: string;
  /** Absent if it leads to another host than that of the service. */
  readonly formUrl?: string;
  /** The applicant that would help most, as in IDV_WISH. */
  readonly wish?: string;
  /** Milliseconds that are to pass. */
  readonly ms?: number;
}

/**
 * Does what a command would, where the run and the service are in one program, as in the tests of a service. If it throws, the run skips what it was to
 * arrange.
 */
export type OperatorFunction<Result = unknown> = (request: OperatorRequest) => Result | Promise<Result>;

/** Needs whose result is read, as the output of a command is. */
type ReadNeed = 'readCredit' | 'revokeToken' | 'useUpCredit';

/** Operators of a run: commands, as a configuration has them, or functions. */
export type Operators = {
  readonly [Need in keyof OperatorCommands]: Need extends 'timeoutSeconds'
    ? OperatorCommands[Need]
    : OperatorCommands[Need] | OperatorFunction<Need extends ReadNeed ? string | number : unknown>;
};

/** Where deliveries arrive. */
export type ReceiverOptions = NonNullable<IdvkitConfig['receiver']>;

/** The target of a run and its options: those of a configuration file, and those that only code can give. */
export interface RunOptions extends Readonly<Omit<IdvkitConfig, '$schema' | 'only' | 'skip' | 'operator'>> {
  /** Commands or functions that do what only an operator can. Default: none. */
  readonly operator?: Operators;
  /**
   * Rules to judge, by id or glob; scenarios that none of them needs do not run. Default: every rule that binds the service.
   */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /**
   * Person to ask for what no command and no fixture provides. Needs `baseUrl`; the portal of a mock is then not used.
   */
  readonly person?: Person;
  /** Folder that operator commands run in, such as that of the configuration. Default: the working folder. */
  readonly commandFolder?: string;
  /** Plays and judges random sequences instead of the scenarios. Default: none. */
  readonly fuzz?: FuzzOptions;
  /** Faults of the embedded mock, by id; not used with `baseUrl`. */
  readonly faults?: readonly string[];
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the run early: the observations so far are judged. */
  readonly signal?: AbortSignal;
}

/** Options of random sequences. */
export interface FuzzOptions {
  /** Number of random sequences to play. */
  readonly runs: number;
  /** Largest number of steps. Default 12. */
  readonly maxSteps?: number;
  /** Replays one sequence: printed by an earlier run, with its seed. */
  readonly path?: string;
  /** Also expires and deletes applications of a live target. Default false. */
  readonly destructive?: boolean;
}

/** Progress of a run. */
export type RunProgress =
  | {
      readonly kind: 'started';
      readonly target: string;
      readonly scenarios: number;
      /** Plan of the run; absent if it plays random sequences. */
      readonly plan?: RunPlan;
    }
  | { readonly kind: 'scenario-started'; readonly scenario: string }
  | {
      readonly kind: 'scenario-ended';
      readonly scenario: string;
      readonly ended: number;
      readonly scenarios: number;
      readonly observations: number;
      /** Counts the rules that failed so far. It judges everything observed, so call it rarely. */
      readonly countFailed?: (() => number) | undefined;
    }
  /** A scenario that did not run completely, and why. */
  | { readonly kind: 'scenario-skipped'; readonly scenario: string; readonly reason: string }
  /** The target answered 429; the call is repeated after the wait. */
  | { readonly kind: 'backing-off'; readonly waitMs: number }
  /** The run waits `forMs` more without calls. Reported about once a second. */
  | { readonly kind: 'waiting'; readonly forMs: number; readonly why: string }
  /** A person is being asked: until they answer, they use the terminal. */
  | { readonly kind: 'asking' | 'answered' }
  | { readonly kind: 'judging'; readonly observations: number };
