import type { Archive, CaptureSummary, Erased, RetentionLimits } from '@idvkit/archive';
import type { Clock } from '@idvkit/delivery';
import type { Captured, ImageEntry } from '@idvkit/schema/formats';

import type { AnswerPlan } from './answer-plan.ts';
import type { ForwardOutcome } from './capture-context.ts';
import type { ForwardOptions } from './forwarder.ts';
import type { ImageOptions } from './image-fetcher.ts';
import type { RefusalReason } from './open-requests.ts';
import type { UnmatchedLimits } from './unmatched-quota.ts';

/** Options of a capture. */
export interface CaptureOptions {
  readonly archive: Archive;
  /** Loopback unless another address is named. Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Secret of the service, never stored. A delivery of another bearer is kept, within `unmatched`, and answered 401. */
  readonly secret?: string;
  readonly answers: AnswerPlan;
  /** Passes each complete delivery on whose bearer is not wrong. Default: none. */
  readonly forward?: ForwardOptions;
  /** Fetches the images that deliveries name from the service, and keeps them. Default: none is fetched. */
  readonly images?: ImageOptions;
  /** Limits of what is kept of requests whose bearer does not match, or is not checked. */
  readonly unmatched?: UnmatchedLimits;
  /** Erases the oldest captures beyond these limits once a minute, but for those tagged `keep` or to be passed on. Default: none. */
  readonly limits?: RetentionLimits;
  /** Delays, retries and time limits go by it. Default: that of the machine. */
  readonly clock?: Clock;
  /** Time that is written down. Default: that of the clock. */
  readonly now?: () => Date;
  /** Milliseconds without a byte after which an upload ends as cut off. Default 60 s. */
  readonly idleMs?: number;
  /** Milliseconds that uploads have to end in when the capture is closed. Default 2 s. */
  readonly graceMs?: number;
  /** Called with each capture once it is on the disk. */
  readonly onCapture?: (capture: Captured, summary: CaptureSummary) => void;
  /** Called with the last answer of a receiver to a capture that was passed on. */
  readonly onForward?: (capture: Captured, outcome: ForwardOutcome) => void;
  /** Called with what became of the images of a capture that names some. */
  readonly onImages?: (capture: Captured, outcomes: readonly ImageEntry['outcome'][]) => void;
  /** Called with why a request was refused. */
  readonly onRefused?: (reason: RefusalReason) => void;
  /** Called with why a delivery could not be kept; it is then answered 503, so that the service sends it again. */
  readonly onFailure?: (error: unknown) => void;
  /** Called with why something about a capture could not be written down: an answer of a receiver, an image. */
  readonly onLoss?: (capture: Captured, error: unknown) => void;
  /** Called with why captures that waited to be passed on, or for their images, could not be read back. They are given up. */
  readonly onUnreadable?: (error: unknown) => void;
  /** Called after captures beyond the limits were erased. */
  readonly onPruned?: (pruned: Erased) => void;
  /** Called if the clock was set forward: captures are not erased by age then. */
  readonly onClockJump?: (aheadMs: number) => void;
  /** Called with why they could not be erased. */
  readonly onPruneFailure?: (error: unknown) => void;
}
