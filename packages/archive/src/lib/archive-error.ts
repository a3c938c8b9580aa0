/** Kinds of errors of an archive. */
export type ArchiveErrorCode =
  /** The folder is not an archive, or was changed so that no archive of this version is like it. */
  | 'not-an-archive'
  /** The SQLite of this Node can corrupt archives. */
  | 'runtime-too-old'
  /** Its folder is no longer where it was opened. */
  | 'moved'
  /** Its database, or the entry of a capture, is damaged. */
  | 'damaged'
  /** A sync failed: nothing is acknowledged until the process is restarted. */
  | 'sync-failed'
  /** A reference names no capture. */
  | 'capture-unknown'
  /** A reference names several captures. */
  | 'capture-ambiguous'
  /** There is no such run, or it cannot be resumed. */
  | 'run-unusable'
  /** The body of a capture is missing, or was erased. */
  | 'body-missing'
  /** The body of a capture is not what was received. */
  | 'body-changed';

/** An archive cannot do what was asked. The message says what and where, without a value of a body. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
