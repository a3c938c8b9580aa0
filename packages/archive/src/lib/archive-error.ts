/** What went wrong with an archive. */
export type ArchiveErrorCode =
  /** The folder is no archive, or one of a version that this package does not read. */
  | 'not-an-archive'
  /** The SQLite of this Node can corrupt archives. */
  | 'runtime-too-old'
  /** Another process is writing to it. */
  | 'in-use'
  /** Its folder is not where it was opened any more. */
  | 'moved'
  /** A reference names no capture. */
  | 'capture-unknown'
  /** A reference names several captures. */
  | 'capture-ambiguous'
  /** The body of a capture shares bytes with another: erasing it would damage that one. */
  | 'bodies-overlap'
  /** The body of a capture is not there, or was erased. */
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
