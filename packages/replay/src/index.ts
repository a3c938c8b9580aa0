export { Archive, ArchiveError, type JournalProblem } from './lib/archive/archive.ts';
export type { StoredBody } from './lib/archive/body-store.ts';
export { parseAnswerPlan, type PlannedAnswer } from './lib/capture/answer-plan.ts';
export { startCapture, type Capture, type CaptureOptions } from './lib/capture/capture-server.ts';
export { verifyArchive, type ArchiveFault, type Verification } from './lib/archive/verify.ts';
export { sendCapture, type SendResult, type Unsendable } from './lib/send/send-capture.ts';
