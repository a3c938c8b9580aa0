import type { PlatformLocale } from '@idvkit/schema';

import type { FuzzOptions } from '../fuzz/fuzz-options.ts';
import type { Person } from '../operators/person.ts';
import type { RunProgress } from './run-progress.ts';

/** Values of answers as create and submit take them, by question key. */
export type AnswerInputs = Readonly<Record<string, string | number | boolean>>;

/** Applications, tokens and forms that are in a certain state already, so that nobody has to bring them there. */
export interface Fixtures {
  /** An application that is not submitted yet. It is only read, and created afresh where none is named. */
  readonly openSlug?: string;
  readonly submittedSlug?: string;
  readonly deletedSlug?: string;
  readonly expiredSlug?: string;
  readonly revokedToken?: string;
  /** A token of a workspace without credit for the whole flow, and a form of that workspace. */
  readonly noCreditToken?: string;
  readonly noCreditFormSlug?: string;
  /** A form with neither a document-scan nor a liveness step, and answers that complete it. */
  readonly plainFormSlug?: string;
  readonly plainAnswers?: AnswerInputs;
  /** Keys that it requires. Default: unknown; a form that takes an empty submit requires nothing. */
  readonly plainRequiredKeys?: readonly string[];
  /** Input parameters that the form declares, with values to give at create. */
  readonly inputParameters?: AnswerInputs;
  /** Values that the form's fields refuse, by question key. Default: a national id whose check digit is wrong. */
  readonly badAnswers?: AnswerInputs;
}

/**
 * Commands that arrange what only an operator can, with `{slug}` and `{formSlug}` in them. Their environment holds the API
 * token as IDV_API_TOKEN, the webhook secret as IDV_WEBHOOK_SECRET and the applicant's form as IDV_FORM_URL.
 */
export interface OperatorCommands {
  readonly submit?: string;
  readonly expire?: string;
  readonly delete?: string;
  readonly changeStatus?: string;
  readonly submitPlain?: string;
  /** Writes the credit of the workspace, a number, to its standard output. */
  readonly readCredit?: string;
  /** Moves the target's clock on by `{ms}` milliseconds. Without it, time is waited for. */
  readonly pass?: string;
  /** Time limit of each command, in seconds. Default 120. */
  readonly timeoutSeconds?: number;
}

/** Where deliveries arrive. */
export interface ReceiverOptions {
  /** `host:port` to listen on; port 0 takes any that is free. Default `127.0.0.1:0`. */
  readonly listen?: string;
  /** Address under which the service reaches it, as entered in the portal. Needed on live targets. */
  readonly url?: string;
  /** Bearer secret as entered in the portal. Default: a fresh one per run, where the run can enter it itself. */
  readonly secret?: string;
  /** A second webhook of the same flow, at another path of the same listener: it shows that one failing stops no other. */
  readonly second?: { readonly url: string; readonly secret: string };
  /**
   * Event types that are enabled for the receivers: support enables lifecycle events. A listed one that does not arrive fails the
   * rule of its occasion. Default: only `submit_form` counts as enabled.
   */
  readonly events?: readonly string[];
  /** Greatest difference of `event.created_at` and arrival. Default 60. */
  readonly clockSkewSeconds?: number;
}

/** The target of a run and how it is treated. */
export interface RunOptions {
  /** Address of the service. Absent: a mock of its own, on loopback. */
  readonly baseUrl?: string;
  /** Form with a document-scan or liveness step. Needed with `baseUrl`, unless the portal of a mock names one. */
  readonly formSlug?: string;
  /** API token. Needed with `baseUrl`, unless the portal of a mock gives one. */
  readonly token?: string;
  /** Locale of calls that are not about locales. Default `en`. */
  readonly lang?: PlatformLocale;
  readonly fixtures?: Fixtures;
  readonly operator?: OperatorCommands;
  readonly receiver?: ReceiverOptions;
  /** Someone who is asked for what no command and no fixture provides. Needs `baseUrl`; the portal of a mock is not used then. */
  readonly person?: Person;
  /** File that keeps what a person arranged, so that a run can be left and gone on with. Default `idvkit.interactive.json`. */
  readonly session?: string;
  /**
   * Whether the portal of an idvkit mock at `baseUrl` may arrange things: `loopback` looks for one on loopback targets
   * alone, `always` on any, `never` on none. Default `loopback`.
   */
  readonly portal?: 'loopback' | 'always' | 'never';
  /** Rules to judge, by id or glob; scenarios that none of them needs do not run. Default: all that bind the service. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Calls in flight at once. Default 8 on a mock, 2 on a live target. */
  readonly concurrency?: number;
  /** Calls per second. Default: unlimited on a mock, 5 on a live target. */
  readonly ratePerSecond?: number;
  /** Applications that the run may create. Default 200 on a mock, more for random sequences; 60 on a live target. */
  readonly maxCreates?: number;
  /** How long a call may take, in seconds. Default 15. */
  readonly callTimeoutSeconds?: number;
  /** How long a live target is given to deliver what it owes, and to stay silent, in seconds. Default 60. */
  readonly patienceSeconds?: number;
  /** Plays random sequences as well, and judges them. Default: none. */
  readonly fuzz?: FuzzOptions;
  /** Makes unknown slugs, tokens and secrets of the run repeatable. Default: one drawn at random. */
  readonly seed?: number;
  /** File that lists what was created on a live target; `false` writes none. Default `idvkit.ledger.json`. */
  readonly ledger?: string | false;
  /** Faults to switch on in the embedded mock, by id; no use with `baseUrl`. */
  readonly faults?: readonly string[];
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the run early: what was observed until then is judged. */
  readonly signal?: AbortSignal;
}
