export { syncFolder } from './lib/body-store.ts';
export { formatCheckedLine, formatJournalLine, parseCheckedLine } from './lib/journal-line.ts';
export { Journal } from './lib/journal.ts';
export { readJournal, readJournalLines } from './lib/read-journal.ts';
export { WriterLock } from './lib/writer-lock.ts';
