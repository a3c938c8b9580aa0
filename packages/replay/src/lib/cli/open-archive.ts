import { resolve } from 'node:path';

import { Archive, type ArchiveWriter } from '@idvkit/archive';
import type { Io } from '@idvkit/cli-kit';

export const DEFAULT_FOLDER = 'idvkit.capture';

/** Arguments of `command.option()` for the folder of the archive. */
export const FOLDER_OPTION: readonly ['--dir <folder>', string, string] = [
  '--dir <folder>',
  'Folder of the archive',
  DEFAULT_FOLDER,
];

/** Opens an archive. @throws {ArchiveError} `not-an-archive` if there is none, or one of another version. */
export function openArchive(folder: string, io: Io): Promise<Archive> {
  return Archive.open(resolve(io.cwd, folder));
}

/** Opens an archive, or creates one. @throws {ArchiveError} `not-an-archive` if something else is there. */
export function openOrCreateArchive(folder: string, io: Io): Promise<Archive> {
  return Archive.create(resolve(io.cwd, folder));
}

/** Works with an archive and closes it. */
export async function withArchive<Result>(
  opening: Promise<Archive>,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const archive = await opening;
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** Works with the writer of an archive and closes both. @throws {ArchiveError} `in-use`. */
export function withWriter<Result>(
  opening: Promise<Archive>,
  work: (writer: ArchiveWriter, archive: Archive) => Promise<Result>,
): Promise<Result> {
  return withArchive(opening, async (archive) => {
    const writer = await archive.openWriter();
    try {
      return await work(writer, archive);
    } finally {
      await writer.close();
    }
  });
}
