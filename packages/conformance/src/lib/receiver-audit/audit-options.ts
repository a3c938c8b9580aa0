import type { Clock } from '@idvkit/delivery';

import type { RunProgress } from '../drive/calls/run-options.ts';

/** The receiver to audit, and how. */
export interface ReceiverAuditOptions {
  /** Address of the receiver's webhook, http or https. */
  readonly url: string;
  /** Bearer secret that the receiver expects. */
  readonly secret: string;
  /** A command, run without a shell, or an address that tells how many submissions the receiver has processed. */
  readonly probe?: string;
  /** Bytes of the largest delivery. Default 64 000 000. */
  readonly maxBodyBytes?: number;
  /** Rules to judge, by id or glob. Default: all that bind the receiver. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Makes what is delivered repeatable. Default: drawn at random. */
  readonly seed?: number;
  /** What the 30 s of a delivery and the time between retries are measured on. Default: the machine's clock. */
  readonly clock?: Clock;
  readonly timing?: Partial<AuditTiming>;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Ends the audit early: what was observed until then is judged. */
  readonly signal?: AbortSignal;
}

/** How patient an audit is, in milliseconds. */
export interface AuditTiming {
  /** Time between a 5xx and the retry. The specification shows none. Default 1000. */
  readonly retrySpacingMs: number;
  /** How long the number of a probe has to stand still before it counts. Default 1000. */
  readonly probeQuietMs: number;
  /** How long is waited for the number of a probe to get to where it should. Default 15 000. */
  readonly probePatienceMs: number;
}

export const DEFAULT_TIMING: AuditTiming = { retrySpacingMs: 1000, probeQuietMs: 1000, probePatienceMs: 15_000 };

export const DEFAULT_MAX_BODY_BYTES = 64_000_000;
