export { syncFolder } from './lib/sync-files.ts';
export { CHAIN_START } from './lib/journal-chain.ts';
export { JournalEnd, readJournalEnd } from './lib/journal-end.ts';
export { checksumIn, formatCheckedLine, formatJournalLine, parseCheckedLine } from './lib/journal-line.ts';
export { Journal } from './lib/journal.ts';
export { readJournal, readJournalLines } from './lib/read-journal.ts';
export { WriterLock } from './lib/writer-lock.ts';
