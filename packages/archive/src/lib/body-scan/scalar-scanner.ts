import { JsonScanner, type JsonPath, type ValueKind } from '@idvkit/json';
import { JsonTextError } from '@idvkit/json';

/** A value that is neither an object nor an array. */
export type Scalar = string | number | boolean | null;

/** Where a value stands. */
export interface ScalarPlace {
  /** Keys and 0-based indices from the root. Valid only during the call. */
  readonly path: JsonPath;
  /** First byte of the value; of a string that after its quote. */
  readonly offset: number;
  /** Bytes of the value as written, without quotes. */
  readonly length: number;
}

/** Which values are of interest, and who hears of them. */
export interface ScalarListener {
  isWanted(path: JsonPath, kind: ValueKind): boolean;
  onScalar(value: Scalar, place: ScalarPlace): void;
}

/** Longer values are passed over. */
const LONGEST = 8_192;

/**
 * Goes through a JSON object of any size in one pass, in parts as they come, and tells of the values that are wanted. Of a body that
 * is no JSON it tells what came before that shows.
 */
export class ScalarScanner {
  readonly #listener: ScalarListener;
  readonly #scanner: JsonScanner;
  #chunk: Buffer = Buffer.alloc(0);
  /** Offset of the chunk. */
  #base = 0;
  /** Where the wanted value under way began, and what earlier chunks have of it. */
  #start: number | undefined;
  #held: Buffer[] = [];
  #hasFailed = false;

  constructor(listener: ScalarListener) {
    this.#listener = listener;
    this.#scanner = new JsonScanner({
      begin: (kind, offset) => this.#begin(kind, offset),
      end: (kind, end) => this.#end(kind, end),
    });
  }

  /** Whether it showed that this is no JSON object: what follows says nothing more. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Takes the next part. */
  write(part: Uint8Array): void {
    if (this.#hasFailed) return;
    this.#chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    this.#try(() => this.#scanner.write(part));
    if (this.#start !== undefined) this.#hold(this.#start);
    this.#base += part.byteLength;
  }

  /** @returns whether what came was one JSON object. */
  end(): boolean {
    if (!this.#hasFailed) this.#try(() => this.#scanner.end());
    return !this.#hasFailed;
  }

  #begin(kind: ValueKind, offset: number): void {
    const { path } = this.#scanner;
    if (kind === 'object' || kind === 'array') {
      if (path.length === 0 && kind === 'array') throw new JsonTextError('malformed', 'It is an array', offset);
    } else if (path.length === 0) {
      throw new JsonTextError('malformed', 'It is no object', offset);
    } else if (this.#listener.isWanted(path, kind)) this.#start = offset;
  }

  #end(kind: ValueKind, end: number): void {
    const start = this.#start;
    if (start === undefined) return;
    this.#start = undefined;
    const held = this.#held;
    this.#held = [];
    if (end - start > LONGEST) return;
    const last = this.#chunk.subarray(Math.max(0, start - this.#base), end - this.#base);
    const text = (held.length === 0 ? last : Buffer.concat([...held, last])).toString();
    const quote = kind === 'string' ? 1 : 0;
    const place = { path: this.#scanner.path, offset: start + quote, length: end - start - 2 * quote };
    this.#listener.onScalar(JSON.parse(text) as Scalar, place); // The scanner made sure that it is JSON, and no container.
  }

  /** Parts are used again by whoever gave them. */
  #hold(start: number): void {
    const from = Math.max(0, start - this.#base);
    if (this.#base + this.#chunk.length - start <= LONGEST) this.#held.push(Buffer.from(this.#chunk.subarray(from)));
  }

  #try(scan: () => void): void {
    try {
      scan();
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      this.#hasFailed = true;
      this.#start = undefined;
    }
  }
}
