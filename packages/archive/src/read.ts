export { ArchiveError } from './lib/archive-error.ts';
export { archiveMalformed, isArchive, readArchive, readBody } from './lib/read.ts';
export type { BodyReference, ReadArchive, ReadCapture } from './lib/read.ts';
