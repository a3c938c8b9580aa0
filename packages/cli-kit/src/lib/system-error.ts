const STATES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'it is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** The code of an error of the operating system, `ENOENT` for instance. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Says in plain words what an error of the operating system means, for the end of a message: `it does not exist`. */
export function systemErrorState(error: unknown): string {
  const code = systemErrorCode(error);
  return code === undefined ? 'it failed' : (STATES[code] ?? `it failed with ${code}`);
}
