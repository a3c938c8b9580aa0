import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ArchiveError } from './archive-error.ts';

/** Entries of an archive that this package opens by their names. */
const FILES = ['format.json', 'journal.ndjson', 'journal.end', 'notes.ndjson', 'incoming.log'];
const LOCKS_AND_INDEX = /^(?:writer\.lock|notes\.lock|index\.sqlite)(?:-\w+)?$/;
const FOLDERS = ['bodies', 'images', 'runs'];

/**
 * Makes sure that an archive has all its parts in its own folder. Archives come from other people, too: a link in the place of a
 * part would have files outside of it read, and written.
 *
 * @throws {ArchiveError} `not-an-archive` if a part is a link, or something other than a file or a folder.
 */
export async function requireOwnParts(folder: string): Promise<void> {
  const refuse = (part: string): never => {
    throw new ArchiveError('not-an-archive', `"${part}" in "${folder}" is a link or a special file`);
  };
  for (const entry of await entriesOf(folder)) {
    if (FILES.includes(entry.name) && !entry.isFile()) refuse(entry.name);
    if (LOCKS_AND_INDEX.test(entry.name) && entry.isSymbolicLink()) refuse(entry.name);
    if (!FOLDERS.includes(entry.name)) continue;
    if (!entry.isDirectory()) refuse(entry.name);
    // Whoever resumes a run looks at its file.
    if (entry.name === 'runs') continue;
    for (const inner of await entriesOf(join(folder, entry.name))) {
      if (!inner.isFile() && !inner.isDirectory()) refuse(join(entry.name, inner.name));
    }
  }
}

/** A folder that cannot be read has nothing to refuse: opening its files says what is wrong with it. */
function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
