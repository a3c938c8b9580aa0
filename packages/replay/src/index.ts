export {
  Archive,
  ArchiveError,
  verifyArchive,
  type ArchiveErrorCode,
  type ArchiveFault,
  type CaptureEntry,
  type CaptureFilter,
  type CaptureSummary,
  type RetentionLimits,
  type Verification,
} from '@idvkit/archive';
export { parseAnswerPlan, type AnswerPlan, type PlannedAnswer } from './lib/capture/answer-plan.ts';
export type { CaptureOptions } from './lib/capture/capture-options.ts';
export { startCapture, type Capture } from './lib/capture/capture-server.ts';
export type { ForwardOutcome } from './lib/capture/capture-context.ts';
export type { ForwardOptions } from './lib/capture/forwarder.ts';
export type { ImageOptions } from './lib/capture/image-fetcher.ts';
export type { RefusalReason } from './lib/capture/open-requests.ts';
export type { UnmatchedLimits } from './lib/capture/unmatched-quota.ts';
export type { SetChange } from './lib/edit/body-survey.ts';
export { scrubArchive, type ScrubOptions, type ScrubResult } from './lib/scrub/scrub-archive.ts';
export { ScrubKey } from './lib/scrub/scrub-key.ts';
export type { SendItem } from './lib/send/order.ts';
export type { SendRequest } from './lib/send/send-plan.ts';
export type { SendEvent } from './lib/send/send-run.ts';
export { send, type RunEvent, type SendOptions } from './lib/send/send.ts';
