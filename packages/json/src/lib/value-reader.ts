import { JsonScanner, type JsonPath, type ValueKind } from './scan/json-scanner.ts';

/** A value of a text. The object and its path are used again: copy what you keep. */
export interface ReadValue {
  readonly path: JsonPath;
  readonly kind: ValueKind;
  /** Its first byte, from the start of the text, and one past its last. */
  readonly start: number;
  readonly end: number;
  /** Its bytes as written, up to the limit; often a view of the part that was given. */
  readonly head: Buffer;
}

/** Decides which values are read, and is called with them. */
export interface ValueListener {
  /** Is called as a value begins. @returns whether it is read. Values within it are not asked about then. */
  isWanted(path: JsonPath, kind: ValueKind, start: number): boolean;
  onValue(value: ReadValue): void;
  /** Is called where a container ends that was not read. `end` is one past its bracket. */
  onContainerEnd?(container: {
    readonly path: JsonPath;
    readonly kind: 'object' | 'array';
    readonly end: number;
    readonly isEmpty: boolean;
  }): void;
}

/** Reads chosen values of a JSON text of any size. @throws {JsonTextError} from `write` and `end`; what the listener throws. */
export class ValueReader {
  readonly #listener: ValueListener;
  readonly #maxBytes: number;
  readonly #scanner = new JsonScanner({
    begin: (kind, offset) => this.#begin(kind, offset),
    end: (kind, end, isEmpty) => this.#end(kind, end, isEmpty),
  });
  #part: Buffer = Buffer.alloc(0);
  #base = 0;
  /** Where the value under way began, at which depth, and the bytes that earlier parts have of it. */
  #start: number | undefined;
  #depth = 0;
  #held: Buffer[] = [];

  /** @param maxBytes Bytes of a value that are kept; of a longer one, the first. */
  constructor(listener: ValueListener, { maxBytes }: { readonly maxBytes: number }) {
    this.#listener = listener;
    this.#maxBytes = maxBytes;
  }

  /** Reads the next part. Its memory may be used again after that. */
  write(part: Uint8Array): void {
    this.#part = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    this.#scanner.write(part);
    if (this.#start !== undefined) this.#held.push(Buffer.from(this.#headOf(this.#start, this.#base + part.length)));
    this.#base += part.length;
  }

  /** Ends the text. */
  end(): void {
    this.#part = Buffer.alloc(0);
    this.#scanner.end();
  }

  #begin(kind: ValueKind, offset: number): void {
    if (this.#start !== undefined || !this.#listener.isWanted(this.#scanner.path, kind, offset)) return;
    this.#start = offset;
    this.#depth = this.#scanner.path.length;
  }

  #end(kind: ValueKind, end: number, isEmpty: boolean): void {
    const { path } = this.#scanner;
    const start = this.#start;
    if (start === undefined) {
      if (kind === 'object' || kind === 'array') this.#listener.onContainerEnd?.({ path, kind, end, isEmpty });
    } else if (path.length === this.#depth) {
      const last = this.#headOf(start, end);
      const head = this.#held.length === 0 ? last : Buffer.concat([...this.#held, last]);
      this.#start = undefined;
      this.#held = [];
      this.#listener.onValue({ path, kind, start, end, head });
    }
  }

  /** Returns what the part has of the head of a value. */
  #headOf(start: number, end: number): Buffer {
    const to = Math.min(end, start + this.#maxBytes) - this.#base;
    return this.#part.subarray(Math.max(0, start - this.#base), Math.max(0, to));
  }
}
