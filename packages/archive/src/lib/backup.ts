import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from 'node:sqlite';

import { makeFolder, systemErrorCode } from '@idvkit/cli-kit';

import { Archive } from './archive.ts';

/**
 * Copies an archive as it is at one moment, also while others capture into it.
 *
 * @param folder Folder of the copy: new or empty.
 * @returns the number of captures that the copy has.
 * @throws {RangeError} if the folder holds something; the error of the system.
 */
export async function backupArchive(archive: Archive, folder: string): Promise<number> {
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new RangeError('The folder is not empty');
  await mkdir(join(folder, 'bodies'), { mode: 0o700 });
  const path = join(folder, 'archive.db');
  await (await open(path, 'wx', 0o600)).close();
  // All pages in one step: a step that follows a change of another process would begin again.
  await backup(archive.store.database, path, { rate: 2 ** 31 - 1 });
  await chmod(path, 0o600);
  const copy = Archive.open(folder);
  try {
    await copyFiles(archive, copy);
    return copy.count();
  } finally {
    await copy.close();
  }
}

/** Copies the files that rows of the copy name. A capture that was erased in the meantime is erased from the copy, too. */
async function copyFiles(from: Archive, copy: Archive): Promise<void> {
  const named = copy.store.all(
    `SELECT id AS capture, file FROM captures WHERE file IS NOT NULL AND erased = 0
     UNION SELECT capture, file FROM images WHERE file IS NOT NULL`,
  );
  const erased = new Set<number>();
  for (const { capture, file } of named) {
    const path = copy.store.files.pathOf(String(file));
    try {
      await copyFile(from.store.files.pathOf(String(file)), path, constants.COPYFILE_FICLONE);
      const copied = await open(path, 'r+');
      await copied.sync();
      await copied.close();
    } catch (error) {
      const id = Number(capture);
      if (systemErrorCode(error) !== 'ENOENT' || from.count({ ids: [id, id] }) > 0) throw error;
      erased.add(id);
    }
  }
  if (erased.size > 0) await copy.erase([...erased]);
  await copy.store.files.sync();
}
