import { resolve } from 'node:path';

import { Archive, ArchiveError } from '@idvkit/archive';
import { CliError, systemErrorCode, systemErrorState, type Io } from '@idvkit/cli-kit';

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

/** Waits for an archive. @throws {CliError} `archive-unusable`, `archive-in-use`, `archive-unwritable`. */
export async function usable<Result>(opening: Promise<Result>): Promise<Result> {
  try {
    return await opening;
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw unwritable(cause);
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

/** Translates what the system said: of a disk that is full or read-only, and of missing permissions. */
function unwritable(cause: unknown): unknown {
  const code = systemErrorCode(cause);
  // Listening on a port fails with errors of the system, too.
  const isPort = cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen';
  if (cause instanceof CliError || code === undefined || isPort) return cause;
  // Node says ENOENT of a folder that it cannot make.
  const state = code === 'ENOENT' ? 'its folder cannot be made' : systemErrorState(cause);
  return new CliError({
    code: 'archive-unwritable',
    message: `Cannot write to the archive: ${state}.`,
    fix:
      code === 'ENOSPC'
        ? 'Make room with idv-replay prune or erase.'
        : 'Name a folder that you can write to with --dir.',
    cause,
  });
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
