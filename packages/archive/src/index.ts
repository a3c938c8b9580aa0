export { ArchiveError, type ArchiveErrorCode } from './lib/archive-error.ts';
export type { ArchiveWriter, CaptureDetails, Pruned, WriterOptions } from './lib/archive-writer.ts';
export { Archive, type BodyState, type Note } from './lib/archive.ts';
export type { BodyEncoding } from './lib/content-coding.ts';
export { fingerprintSlug, type BodySummary, type ImageUrl } from './lib/body-scan/summarize-body.ts';
export type { BodyFile, BodyStore, ByteRange, StagedBody, StoredBody } from './lib/body-store.ts';
export type {
  AmlFlag,
  CaptureEntry,
  CaptureFacets,
  CaptureFilter,
  CaptureSummary,
  FacetValue,
  ReceiverState,
} from './lib/capture-entry.ts';
export { parseCaptureReference, type CaptureReference } from './lib/find-capture.ts';
export type { Pruning, RetentionLimits } from './lib/choose-pruned.ts';
export { planPruning } from './lib/prune.ts';
export type { JournalProblem, OnJournalProblem } from './lib/read-journal.ts';
export { repairArchive, verifyArchive, type ArchiveFault, type Repair, type Verification } from './lib/verify.ts';
