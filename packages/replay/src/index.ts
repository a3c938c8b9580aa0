export {
  Archive,
  ArchiveError,
  fingerprintSlug,
  parseCaptureReference,
  planPruning,
  repairArchive,
  verifyArchive,
  type AmlFlag,
  type ArchiveErrorCode,
  type ArchiveFault,
  type ArchiveWriter,
  type BodyEncoding,
  type BodyFile,
  type BodyState,
  type BodyStore,
  type BodySummary,
  type ByteRange,
  type CaptureDetails,
  type CaptureEntry,
  type CaptureFilter,
  type CaptureReference,
  type CaptureSummary,
  type ImageUrl,
  type JournalProblem,
  type Note,
  type OnJournalProblem,
  type Pruned,
  type Pruning,
  type Repair,
  type RetentionLimits,
  type StagedBody,
  type StoredBody,
  type Verification,
  type WriterOptions,
} from '@idvkit/archive';
export { JsonTextError, type JsonPath, type JsonTextProblem, type ScanLimits, type ValueKind } from '@idvkit/json';
export { parseAnswerPlan, type AnswerPlan, type PlannedAnswer } from './lib/capture/answer-plan.ts';
export { startCapture, type Capture, type CaptureOptions } from './lib/capture/capture-server.ts';
export type { RefusalReason } from './lib/capture/open-requests.ts';
export type { UnmatchedLimits } from './lib/capture/unmatched-quota.ts';
export type { ForwardOptions, ForwardOutcome } from './lib/capture/forwarder.ts';
export type { ImageOptions } from './lib/capture/image-fetcher.ts';
export type { ImageSources } from './lib/capture/image-source.ts';
export { scrubArchive, type ScrubOptions, type ScrubResult } from './lib/scrub/scrub-archive.ts';
export type { ArchiveLeak } from './lib/scrub/search/copy-search.ts';
export { ScrubKey } from './lib/scrub/scrub-key.ts';
export type { SetChange } from './lib/edit/body-survey.ts';
export { ImageServer, type ImageTally, type ServedImage } from './lib/send/image-server.ts';
export { planItems, type SendItem } from './lib/send/order.ts';
export { RunError, RunJournal, type ItemRecord, type RecordedRun } from './lib/send/run-journal.ts';
export { sendRun, type SendEvent, type SendOutcome, type SendRunOptions } from './lib/send/send-run.ts';
export {
  type Choice,
  type Editor,
  type Place,
  type Replacement,
  type Sink,
  splice,
  type SpliceLimits,
  type WithinChunk,
} from '@idvkit/json/splice';
