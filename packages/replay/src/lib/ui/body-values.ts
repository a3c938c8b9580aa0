import { formatPointer, type JsonPath, type ValueKind, JsonScanner, JsonTextError } from '@idvkit/json';

import { shownPointer } from '../scrub/shown-pointer.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue } from '../show/shown-values.ts';

/** A scalar or an empty container of a body. */
export interface BodyValue {
  /** JSON pointer; keys that may be somebody's name are `…` unless they were asked for. */
  readonly pointer: string;
  /** JSON text if it may be shown; otherwise its kind and size. */
  readonly text: string;
  readonly masked: boolean;
  /** Place of its JSON text in the content: first byte, and the byte after the last. */
  readonly start: number;
  readonly end: number;
}

/** Some values of a body, in the order in which they stand there. */
export interface BodyValues {
  readonly values: readonly BodyValue[];
  /** Value of `skip` for the next ones; null if there are no more. */
  readonly next: number | null;
  /** Error that ended the reading, if any. */
  readonly problem: string | null;
}

/** The values to read. */
export interface ValuesRequest {
  /** Steps of a JSON pointer: only what is there and below. */
  readonly under: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** True to show keys that may be names of people. Default false. */
  readonly showsKeys?: boolean;
}

/** Longest text of a value that is given without being asked for, in bytes. */
const MAX_TEXT_LENGTH = 200;

/**
 * Reads some values of a body, masked if they may be personal. Reading stops after the last one, and memory grows neither with
 * the body nor with a value.
 *
 * @throws the error of `body`; for a text that is not JSON, the result has a `problem`.
 */
export async function readValues(body: AsyncIterable<Uint8Array>, request: ValuesRequest): Promise<BodyValues> {
  const reader = new ValueReader(request);
  try {
    for await (const part of body) {
      reader.write(part);
      if (reader.hasMore) break;
    }
    if (!reader.hasMore) reader.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { values: reader.values, next: null, problem: error.message };
  }
  return { values: reader.values, next: reader.hasMore ? request.skip + reader.values.length : null, problem: null };
}

/** A scalar under way that is wanted. */
interface OpenScalar {
  readonly start: number;
  readonly isShown: boolean;
  head: Buffer;
}

class ValueReader {
  readonly values: BodyValue[] = [];
  hasMore = false;
  readonly #request: ValuesRequest;
  readonly #scanner = new JsonScanner({
    begin: (kind, start) => this.#begin(kind, start),
    end: (kind, end, isEmpty) => this.#end(kind, end, isEmpty),
  });
  #seen = 0;
  #scalar: OpenScalar | undefined;
  /** Start of the container that began last. */
  #opened = 0;
  #chunk: Uint8Array = new Uint8Array();
  #base = 0;

  constructor(request: ValuesRequest) {
    this.#request = request;
  }

  write(part: Uint8Array): void {
    this.#chunk = part;
    this.#scanner.write(part);
    this.#keepHead(this.#base + part.length);
    this.#base += part.length;
  }

  end(): void {
    this.#scanner.end();
  }

  #begin(kind: ValueKind, start: number): void {
    const { path } = this.#scanner;
    if (kind === 'object' || kind === 'array') this.#opened = start;
    else if (this.#take(path)) this.#scalar = { start, isShown: isShownValue(path, kind), head: Buffer.alloc(0) };
  }

  #end(kind: ValueKind, end: number, isEmpty: boolean): void {
    if (kind === 'object' || kind === 'array') {
      if (!isEmpty || !this.#take(this.#scanner.path)) return;
      const text = kind === 'object' ? '{}' : '[]';
      this.values.push({ pointer: this.#pointer(), text, masked: false, start: this.#opened, end });
      return;
    }
    this.#keepHead(end);
    if (this.#scalar === undefined) return;
    const { start, isShown, head } = this.#scalar;
    const masked = !isShown || head.length > MAX_TEXT_LENGTH;
    const text = masked ? maskedText(head.toString('latin1', 0, 8), end - start) : escapeUnsafe(head.toString());
    this.values.push({ pointer: this.#pointer(), text, masked, start, end });
    this.#scalar = undefined;
  }

  /** Counts a value, and checks whether it is wanted. */
  #take(path: JsonPath): boolean {
    const { under, skip, limit } = this.#request;
    if (!under.every((step, index) => step === String(path[index]))) return false;
    this.#seen += 1;
    if (this.#seen <= skip) return false;
    if (this.values.length === limit) this.hasMore = true;
    return !this.hasMore;
  }

  /** Keeps the beginning of the scalar under way, up to an offset. */
  #keepHead(end: number): void {
    const scalar = this.#scalar;
    if (scalar === undefined || scalar.head.length > MAX_TEXT_LENGTH) return;
    const part = this.#chunk.subarray(Math.max(0, scalar.start - this.#base), end - this.#base);
    scalar.head = Buffer.concat([scalar.head, part.subarray(0, MAX_TEXT_LENGTH + 1 - scalar.head.length)]);
  }

  #pointer(): string {
    const { path } = this.#scanner;
    return escapeUnsafe(this.#request.showsKeys === true ? formatPointer(path) : shownPointer(path));
  }
}
