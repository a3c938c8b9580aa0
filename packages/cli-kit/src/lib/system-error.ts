const STATES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'it is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** By the numbers that SQLite gives its errors: Node has the same code for all of them. */
const SQLITE_STATES: Readonly<Record<number, string>> = {
  5: 'another process uses it',
  8: 'it is read-only',
  10: 'the disk failed',
  13: 'the disk is full',
  14: 'it cannot be opened',
};

/** The code of an error of the operating system, `ENOENT` for instance. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Says in plain words what an error of the operating system means, for the end of a message: `it does not exist`. */
export function systemErrorState(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) return 'it failed';
  const sqlite = error instanceof Error && 'errcode' in error ? SQLITE_STATES[Number(error.errcode) & 0xff] : undefined;
  return STATES[code] ?? sqlite ?? `it failed with ${code}`;
}
