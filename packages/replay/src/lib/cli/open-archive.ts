import { resolve } from 'node:path';

import { CliError, type Io } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { ArchiveError } from '../archive/archive-error.ts';
import { Archive } from '../archive/archive.ts';

/** Folder of the archive where none is named. */
export const DEFAULT_FOLDER = 'idvkit.capture';

/** Opens an archive that is there. @throws {CliError} `archive-unusable` if there is none, or one of another version. */
export function openArchive(folder: string, io: Io): Promise<Archive> {
  return usable(Archive.open(resolve(io.cwd, folder)));
}

/** Opens an archive, or makes one. @throws {CliError} `archive-unusable` if what is there is something else. */
export function openOrCreateArchive(folder: string, io: Io): Promise<Archive> {
  return usable(Archive.create(resolve(io.cwd, folder)));
}

/** Waits for an archive. @throws {CliError} `archive-unusable`, `archive-in-use`. */
export async function usable<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening;
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause;
    if (cause.code === 'in-use') {
      throw new CliError({
        code: 'archive-in-use',
        message: `Cannot write to the archive: ${lowerFirst(cause.message)}.`,
        fix: 'End that process first, or name another folder with --dir.',
        cause,
      });
    }
    throw new CliError({
      code: 'archive-unusable',
      message: `Cannot open the archive: ${lowerFirst(cause.message)}.`,
      fix: 'Name its folder with --dir, or make one with idv-replay capture.',
      cause,
    });
  }
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** Reads the captures of an archive; lines that cannot be believed are told on stderr. */
export function readCaptures(archive: Archive, io: Io): Promise<readonly Captured[]> {
  return archive.captures(({ file, line, problem }) => {
    io.stderr.write(`idv-replay: Line ${line} of ${file} ${problem}; the others are used. Run idv-replay verify.\n`);
  });
}

/**
 * Finds the captures that references name: a number, or `latest`.
 *
 * @throws {CliError} `capture-unknown` if one names none.
 */
export function pick(captures: readonly Captured[], references: readonly string[]): readonly Captured[] {
  return references.map((reference) => {
    const found = reference === 'latest' ? captures.at(-1) : captures.find(({ id }) => String(id) === reference);
    if (found) return found;
    throw new CliError({
      code: 'capture-unknown',
      message: `Cannot find capture "${reference}": the archive has ${captures.length} captures.`,
      fix: 'Use a number of idv-replay list, or latest.',
    });
  });
}
