import { resolve } from 'node:path';

import { Archive } from '@idvkit/archive';
import type { Io } from '@idvkit/cli-kit';

export const DEFAULT_FOLDER = 'idvkit.capture';

/** Arguments of `command.option()` for the folder of the archive. */
export const FOLDER_OPTION = ['--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER] as const;

/** Arguments of `command.argument()` for the folder of the archive. */
export const FOLDER_ARGUMENT = ['[folder]', 'Folder of the archive', DEFAULT_FOLDER] as const;

/** Opens an archive for changes. @throws {ArchiveError} `not-an-archive` if there is none, or one of another version. */
export function openArchive(folder: string, io: Io): Archive {
  return Archive.open(resolve(io.cwd, folder));
}

/** Opens an archive for reading only. @throws {ArchiveError} `not-an-archive` if there is none, or one of another version. */
export function openToRead(folder: string, io: Io): Archive {
  return Archive.open(resolve(io.cwd, folder), { readOnly: true });
}

/** Opens an archive, or creates one. @throws {ArchiveError} `not-an-archive` if something else is there. */
export function openOrCreateArchive(folder: string, io: Io): Archive {
  return Archive.create(resolve(io.cwd, folder));
}

/** Works with an archive and closes it. */
export async function withArchive<Result>(
  archive: Archive,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}
