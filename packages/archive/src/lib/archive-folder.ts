import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { isObject, parseJson } from '@idvkit/json';
import { archiveFormat } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { syncFolder } from './sync-files.ts';

export const FILES = {
  format: 'format.json',
  journal: 'journal.ndjson',
  journalEnd: 'journal.end',
  notes: 'notes.ndjson',
  incoming: 'incoming.log',
} as const;
const LOCKS_AND_INDEX = /^(?:writer\.lock|notes\.lock|index\.sqlite)(?:-\w+)?$/;
const FOLDERS = ['bodies', 'images', 'runs'];

const { format, version } = archiveFormat.shape;
const PRESENT_FORMAT = { format: format.value, version: version.value };

async function readFormat(folder: string): Promise<unknown> {
  const parsed = parseJson(await readFile(join(folder, FILES.format)));
  return parsed.ok ? parsed.value : undefined;
}

/** Checks whether a folder says that it is a capture archive, of any version. */
export async function isArchive(folder: string): Promise<boolean> {
  const format = await readFormat(folder).catch(() => undefined);
  return isObject(format) && format['format'] === PRESENT_FORMAT.format;
}

/** Checks that a folder is an archive of the present version. @throws {ArchiveError} `not-an-archive`. */
export async function requireArchiveFormat(folder: string): Promise<void> {
  const format = await readFormat(folder).catch((cause: unknown) => {
    throw new ArchiveError('not-an-archive', `There is no capture archive in "${folder}"`, { cause });
  });
  if (archiveFormat.safeParse(format).success) return;
  throw new ArchiveError('not-an-archive', `"${folder}" is no archive of a version that this idvkit reads`);
}

/** Writes `format.json` of the present version, whole or not at all. An archive is open to its owner alone. */
export async function writeArchiveFormat(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `format.${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(PRESENT_FORMAT)}\n`);
    await file.sync();
    await file.close();
    await rename(temporary, join(folder, FILES.format));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  if (made === undefined) return;
  // The names of folders that were made are in those above them.
  for (let at = resolve(folder), top = resolve(made); at.length >= top.length; at = dirname(at))
    await syncFolder(dirname(at));
}

/**
 * Checks that all parts are in the folder itself. Archives come from other people: a link would have other files read, and written.
 * @throws {ArchiveError} `not-an-archive` if a part is a link, or something other than a file or a folder.
 */
export async function requireOwnParts(folder: string): Promise<void> {
  const refuse = (part: string): never => {
    throw new ArchiveError('not-an-archive', `"${part}" in "${folder}" is a link or a special file`);
  };
  const files = Object.values<string>(FILES);
  for (const entry of await entriesOf(folder)) {
    if (files.includes(entry.name) && !entry.isFile()) refuse(entry.name);
    if (LOCKS_AND_INDEX.test(entry.name) && !entry.isFile() && !entry.isDirectory()) refuse(entry.name);
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
