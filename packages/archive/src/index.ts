export { ArchiveError, type ArchiveErrorCode } from './lib/archive-error.ts';
export type { ArchiveWriter, CaptureDetails, TakenBody } from './lib/archive-writer.ts';
export { Archive, type BodyState, type Erasure, type StartedRun, type TagChange } from './lib/archive.ts';
export { backupArchive } from './lib/backup.ts';
export type { ByteRange, StagedFile } from './lib/body-files.ts';
export type {
  AmlFlag,
  CaptureEntry,
  CaptureFacets,
  CaptureFilter,
  CaptureSummary,
  FacetValue,
  ReceiverState,
} from './lib/capture-entry.ts';
export type { Erased, Pruning, RetentionLimits } from './lib/eraser.ts';
export { parseCaptureReference, type CaptureReference } from './lib/find-capture.ts';
export { fingerprintSlug, type BodySummary, type ImageUrl } from './lib/summarize-body.ts';
export { writingsOf } from './lib/text-writings.ts';
export { verifyArchive, type ArchiveFault, type Verification } from './lib/verify.ts';
export {
  contentCodings,
  decodeContent,
  knownCodings,
  pack,
  packWhole,
  unpack,
  UnpackError,
  type ContentCoding,
} from './lib/content-coding.ts';
export { archiveMalformed, readArchive, readBody, type BodyReference, type ReadArchive } from './lib/read.ts';
export { isArchive } from './lib/tables.ts';
