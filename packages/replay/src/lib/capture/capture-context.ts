import type { Archive, ArchiveWriter } from '@idvkit/archive';
import type { Clock } from '@idvkit/delivery';
import type { CaptureAttempt, Captured, ImageEntry } from '@idvkit/schema/formats';

/** Last answer of the receiver that a capture was passed on to, or why there was none. */
export type ForwardOutcome = Exclude<CaptureAttempt['outcome'], 'started'>;

export interface CaptureContext {
  readonly archive: Archive;
  readonly writer: ArchiveWriter;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Called once the outcome of a capture that was passed on is on the disk. */
  readonly onOutcome: (captured: Captured, outcome: ForwardOutcome) => void;
  /** Called with what became of the images of a capture, once that is on the disk. */
  readonly onImages: (captured: Captured, outcomes: readonly ImageEntry['outcome'][]) => void;
  /** Called with the error of the disk if a body could not be read, or a result not written. */
  readonly onLoss: (captured: Captured, error: unknown) => void;
  /** Called if captures that wait cannot be read back from the archive. They are dropped. */
  readonly onUnreadable: (error: unknown) => void;
}
