import type { LineLink } from './journal-line.ts';

/** Stands in the first line of a journal, in the place of the checksum of the line before it. */
export const CHAIN_START = '00000000';

/** Finds out which line the next line of a journal follows. Is given its lines in their order. */
export class ChainHead {
  readonly #end: string | undefined;
  #isEndKnown: boolean;
  /** Checksum of the last line. */
  #last: string | undefined;

  /** @param end The last line that was synced, as `journal.end` names it. */
  constructor(end: string | undefined) {
    this.#end = end;
    this.#isEndKnown = end === undefined || end === CHAIN_START;
  }

  take({ crc32, after }: LineLink): void {
    this.#isEndKnown ||= crc32 === this.#end || after === this.#end;
    this.#last = crc32;
  }

  /**
   * Checksum of the line to follow. If the end of the journal is missing, the next line follows the line that was its last: so the gap stays
   * visible. `undefined` if `journal.end` is missing: nobody knows which line was the last.
   */
  get value(): string | undefined {
    if (!this.#isEndKnown) return this.#end;
    if (this.#last === undefined) return CHAIN_START;
    return this.#end === undefined ? undefined : this.#last;
  }
}

/** Checks that no line of a journal is missing. Is given its lines in their order; lines that a crash lost follow at the end. */
export class ChainCheck {
  readonly #end: string | undefined;
  readonly #written = new Set([CHAIN_START]);
  /** Lines by the checksum of the line that they follow, if that was not found before them. */
  readonly #open = new Map<string, number>();
  #isLinked = true;
  #isAfterProblem = false;

  /** @param end The last line that was synced, as `journal.end` named it before the journal was read. */
  constructor(end: string | undefined) {
    this.#end = end;
  }

  take({ crc32, after }: LineLink, line: number): void {
    this.#written.add(crc32);
    if (after === undefined) this.#isLinked = false;
    // After a problem, the line before it is there, but its checksum is unknown.
    else if (!this.#written.has(after) && !this.#isAfterProblem) this.#open.set(after, line);
    this.#isAfterProblem = false;
  }

  /** @param crc32 The checksum that stands in a line that cannot be believed. */
  skip(crc32: string | undefined): void {
    if (crc32 !== undefined) this.#written.add(crc32);
    this.#isAfterProblem = true;
  }

  /** Lines that follow a line that is missing. */
  get gaps(): readonly number[] {
    return [...this.#open].flatMap(([after, line]) => (this.#written.has(after) ? [] : [line]));
  }

  /** `missing`: the last line that was synced is not there. `unknown`: `journal.end` does not name one. */
  get end(): 'found' | 'missing' | 'unknown' {
    if (this.#end === undefined) return this.#written.size > 1 ? 'unknown' : 'found';
    return this.#written.has(this.#end) || this.#open.has(this.#end) ? 'found' : 'missing';
  }

  /** Whether it is proven that no line is missing. */
  get isProven(): boolean {
    return this.#isLinked && this.#end !== undefined && this.end === 'found' && this.gaps.length === 0;
  }
}
