export { ArchiveError } from './lib/archive-error.ts';
export { isArchive } from './lib/archive-folder.ts';
export { archiveMalformed, readArchive, readBody } from './lib/read.ts';
export type { BodyReference, ReadArchive, ReadCapture } from './lib/read.ts';
