import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { archiveFormat } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { syncFolder } from './sync-files.ts';

/** Version that is written. */
export const ARCHIVE_VERSION = 3;

/**
 * Reads which version an archive has.
 *
 * @throws {ArchiveError} `not-an-archive`.
 */
export async function readArchiveVersion(folder: string): Promise<number> {
  let text: string;
  try {
    text = await readFile(join(folder, 'format.json'), 'utf8');
  } catch (cause) {
    throw new ArchiveError('not-an-archive', `There is no capture archive in "${folder}"`, { cause });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const format = archiveFormat.safeParse(json);
  if (format.success) return format.data.version;
  throw new ArchiveError('not-an-archive', `"${folder}" is no archive of a version that this idv-replay reads`);
}

/** Writes `format.json` of the present version, whole or not at all. An archive is open to its owner alone. */
export async function writeArchiveFormat(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `format.${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: 'idvkit.capture', version: ARCHIVE_VERSION })}\n`);
    await file.sync();
    await file.close();
    await rename(temporary, join(folder, 'format.json'));
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
