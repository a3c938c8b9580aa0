import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { Archive } from '@idvkit/archive';
import { CliError, collect, type Io } from '@idvkit/cli-kit';

export const DEFAULT_FOLDER = 'idvkit.capture';

/** Arguments of `command.option()` for the folder of the archive. */
export const FOLDER_OPTION = ['--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER] as const;

/** Arguments of `command.argument()` for the folder of the archive. */
export const FOLDER_ARGUMENT = ['[folder]', 'Folder of the archive', DEFAULT_FOLDER] as const;

/** Arguments of `command.option()` for the folders of several archives. */
export const FOLDERS_OPTION = [
  '--dir <folder>',
  `Folder of the archive; repeatable (default: "${DEFAULT_FOLDER}")`,
  collect,
] as const;

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

/** An archive among several, and its name: that of its folder, longer if another has the same. */
export interface NamedArchive {
  readonly name: string;
  readonly archive: Archive;
}

/** Reads several archives and closes them. @throws {CliError} `archives-equal`; {ArchiveError} like {@link openToRead}. */
export async function withArchives<Result>(
  folders: readonly string[],
  io: Io,
  work: (archives: readonly NamedArchive[]) => Promise<Result>,
): Promise<Result> {
  const paths = folders.map((folder) => resolve(io.cwd, folder));
  // What is not there is reported when it is opened.
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
  const twice = folders.find((_, index) => real.indexOf(real[index] ?? '') < index);
  if (twice !== undefined) {
    throw new CliError({
      code: 'archives-equal',
      message: `Cannot read the archive "${twice}" twice.`,
      fix: 'Give each folder once.',
    });
  }
  const archives: NamedArchive[] = [];
  try {
    for (const [index, folder] of folders.entries()) {
      archives.push({ name: nameOf(paths, index), archive: openToRead(folder, io) });
    }
    return await work(archives);
  } finally {
    for (const { archive } of archives) await archive.close();
  }
}

/** Returns as many of the last parts of a path as no other path ends with. */
function nameOf(paths: readonly string[], index: number): string {
  const parts = (paths[index] ?? '').split(sep);
  for (let count = 1; count < parts.length; count += 1) {
    const name = parts.slice(-count).join('/');
    const alike = paths.filter((path) => path.split(sep).slice(-count).join('/') === name);
    if (alike.length === 1) return name;
  }
  return parts.join('/');
}
