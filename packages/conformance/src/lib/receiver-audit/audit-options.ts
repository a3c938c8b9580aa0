import type { Clock } from '@idvkit/delivery';

import type { RunProgress } from '../drive/calls/run-options.ts';
import type { Probe, StateProbe } from './read-probe.ts';

/** Options of an audit. */
export interface ReceiverAuditOptions {
  /** Address of the receiver's webhook, http or https. */
  readonly url: string;
  /** Bearer secret that the receiver expects. */
  readonly secret: string;
  /** A command, run without a shell, an address or a function that returns how many submissions the receiver has processed. */
  readonly probe?: Probe;
  /**
   * Source of the receiver's belief about an application: an address or a command with `{slug}`, or a function. With it, the audit delivers older
   * states after newer ones. A command also gets `IDV_SLUG`; an address may answer 404. Default: this is not looked at.
   */
  readonly stateProbe?: StateProbe;
  /** Bytes of the largest delivery. Default 64 000 000. */
  readonly maxBodyBytes?: number;
  /** Rules to check, by id or glob. Default: all that bind the receiver. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Makes what is delivered repeatable. Default: drawn at random. */
  readonly seed?: number;
  /** Clock for the 30 s of a delivery and the time between retries. Default: the machine's clock. */
  readonly clock?: Clock;
  readonly timing?: Partial<AuditTiming>;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the audit early: the observations so far are judged. */
  readonly signal?: AbortSignal;
}

/** Waits of an audit, in milliseconds. */
export interface AuditTiming {
  /** Time between a 5xx and the retry. The specification shows none. Default 1000. */
  readonly retrySpacingMs: number;
  /** Time without a change after which the number of a probe counts. Default 1000. */
  readonly probeQuietMs: number;
  /** Longest wait for the expected number of a probe. Default 15 000. */
  readonly probePatienceMs: number;
}

export const DEFAULT_TIMING: AuditTiming = { retrySpacingMs: 1000, probeQuietMs: 1000, probePatienceMs: 15_000 };

export const DEFAULT_MAX_BODY_BYTES = 64_000_000;
