/** Error of a text that is not JSON, or exceeds a limit that keeps memory constant. */
export type JsonTextProblem = 'malformed' | 'too-deep' | 'too-long';

/** A body cannot be read as one JSON text. The message has nothing of the body but the character that breaks the grammar. */
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
