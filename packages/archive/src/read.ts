export { ArchiveError } from './lib/archive-error.ts';
export { archiveMalformed, readArchive, readBody, type BodyReference, type ReadArchive } from './lib/read.ts';
export { isArchive } from './lib/tables.ts';
