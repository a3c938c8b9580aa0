/** What keeps a text from being read: it is no JSON, or it goes beyond a limit that keeps memory constant. */
export type JsonTextProblem = 'malformed' | 'too-deep' | 'too-long';

/**
 * A body cannot be read as one JSON text: what is wrong, and at which byte. Nothing of the body is part of the message but,
 * where the grammar is broken, the one character that breaks it.
 */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly problem: JsonTextProblem;
  /** Starts with a capital and has no full stop: `Expected a value but found ","`. */
  readonly what: string;
  /** Byte from the start of the body, 0-based. */
  readonly offset: number;

  constructor(problem: JsonTextProblem, what: string, offset: number) {
    super(`${what} at byte ${offset}`);
    this.problem = problem;
    this.what = what;
    this.offset = offset;
  }
}
