import { ArchiveError, UnpackError, type ArchiveErrorCode } from '@idvkit/archive';
import { CliError, ExitCode, systemErrorState, type CliErrorOptions } from '@idvkit/cli-kit';
import { JsonTextError } from '@idvkit/json';

const UNUSABLE = {
  code: 'archive-unusable',
  action: 'open the archive',
  fix: 'Name its folder with --dir, or make one with idvkit capture.',
};

const ARCHIVE_FAILURES: Readonly<
  Record<ArchiveErrorCode, Omit<CliErrorOptions, 'message'> & { readonly action: string }>
> = {
  'not-an-archive': UNUSABLE,
  moved: UNUSABLE,
  'runtime-too-old': {
    code: 'runtime-too-old',
    action: 'open the archive',
    fix: 'Use Node 24.15 or newer from https://nodejs.org.',
  },
  damaged: {
    code: 'archive-damaged',
    action: 'read the archive',
    fix: 'See what is wrong with idvkit archive verify. Restore a backup, or read what is left with: sqlite3 archive.db .recover',
  },
  'sync-failed': {
    code: 'archive-unwritable',
    action: 'write to the archive',
    fix: 'Check the disk. Then start again.',
  },
  'run-unusable': {
    code: 'run-unusable',
    action: 'resume',
    fix: 'Name a run that idvkit send printed, or last, and the archive that has it.',
  },
  'capture-unknown': {
    code: 'capture-unknown',
    action: 'find a capture',
    fix: 'Use a number of idvkit list, a range such as 3-7, all, latest, latest:submit_form, or the start of a hash.',
  },
  'capture-ambiguous': {
    code: 'capture-ambiguous',
    action: 'find a capture',
    fix: 'Use a number of idvkit list, or more digits of the hash.',
  },
  'body-missing': {
    code: 'body-missing',
    action: 'read a body',
    fix: 'Run idvkit archive verify to see what else is missing.',
  },
  'body-changed': {
    code: 'body-changed',
    action: 'read a body',
    fix: 'Run idvkit archive verify to see what else is damaged.',
    exitCode: ExitCode.findings,
  },
};

/** Turns an error of an archive, of a body in it or of the system into one that a command ends with. Others stay as they are. */
export function toCliError(cause: unknown): unknown {
  if (cause instanceof ArchiveError) {
    const { action, ...failure } = ARCHIVE_FAILURES[cause.code];
    return new CliError({ ...failure, message: `Cannot ${action}: ${lowerFirst(cause.message)}.`, cause });
  }
  if (cause instanceof JsonTextError || cause instanceof UnpackError) {
    const isText = cause instanceof JsonTextError;
    return new CliError({
      code: isText ? 'body-not-json' : 'body-not-unpacked',
      message: `Cannot ${isText ? 'read a body as JSON' : 'unpack a body'}: ${lowerFirst(cause.message)}.`,
      fix: 'See its bytes with idvkit show --raw.',
      cause,
    });
  }
  return isSystemError(cause) ? ofSystem(cause) : cause;
}

/** An error of a file, of a port or of SQLite. */
type SystemError = Error & { readonly code?: unknown; readonly syscall?: unknown; readonly port?: unknown };

/** Checks whether the system, not the code, is the cause of an error. */
export function isSystemError(cause: unknown): cause is SystemError {
  return cause instanceof Error && ('syscall' in cause || 'errcode' in cause);
}

function ofSystem(cause: SystemError): CliError {
  if (cause.syscall === 'listen') {
    return new CliError({
      code: 'port-unusable',
      message: `Cannot listen on port ${String(cause.port)}: ${systemErrorState(cause)}.`,
      fix: 'Choose another with --port.',
      cause,
    });
  }
  // Node says ENOENT of a folder that it cannot make.
  const state = cause.code === 'ENOENT' ? 'its folder cannot be made' : systemErrorState(cause);
  return new CliError({
    code: 'archive-unwritable',
    message: `Cannot use the archive: ${state}.`,
    fix:
      cause.code === 'ENOSPC'
        ? 'Make room with idvkit archive prune or erase.'
        : 'Name a folder that you can read and write with --dir.',
    cause,
  });
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
