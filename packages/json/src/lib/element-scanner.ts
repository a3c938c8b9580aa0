import { JsonScanner, type JsonPath, type ValueKind } from './scan/json-scanner.ts';
import { JsonTextError } from './scan/json-text-error.ts';

/** Which elements are read, and how much of a document is held at once. */
export interface ElementOptions {
  /** Path of the array. */
  readonly path: JsonPath;
  /** Bytes of one element, and of everything beside the elements, long strings cut off. */
  readonly maxBytes: number;
  /** Bytes of one string; {@link CUT} takes the place of the rest. Default: no limit. */
  readonly maxStringBytes?: number;
  readonly onElement: (element: ScannedElement) => void;
}

/** An element as it stands in the document. */
export interface ScannedElement {
  /** Its JSON text; `undefined` if it is longer than the limit. */
  readonly text: string | undefined;
  /** Where it begins: bytes from the start of the document, and line, both counted from 1. */
  readonly byte: number;
  readonly line: number;
}

/** Error of a document, and its place. The message is a clause: `it is not JSON: the text is cut off`. */
export class ElementError extends Error {
  override readonly name = 'ElementError';
  /** Both counted from 1. */
  readonly byte: number;
  readonly line: number;

  constructor(message: string, place: { readonly byte: number; readonly line: number }) {
    super(message);
    this.byte = place.byte;
    this.line = place.line;
  }
}

/** Ends a string that was cut off. */
export const CUT = '\u0000cut';

const MAX_DEPTH = 500;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Splits a document while it is read: passes on the elements of one array, and keeps the rest. The limits bound its memory. */
export class ElementScanner {
  readonly #options: Required<ElementOptions>;
  readonly #scanner = new JsonScanner(
    { begin: (kind, offset) => this.#begin(kind, offset), end: (kind, end) => this.#end(kind, end) },
    { maxDepth: MAX_DEPTH },
  );
  readonly #rest: BoundedText;
  #element: (BoundedText & { readonly byte: number; readonly line: number }) | undefined;
  /** True if the scan is after an element: commas between elements belong to nothing. */
  #isBetween = false;
  #text: number | undefined;

  #chunk: Uint8Array = new Uint8Array();
  /** Offset of the chunk, and index in it of the first byte that was not kept yet. */
  #base = 0;
  #from = 0;
  /** Bytes of a byte-order mark that were read. */
  #mark = 0;
  #line = 1;
  #lineAt = 0;

  constructor(options: ElementOptions) {
    this.#options = { maxStringBytes: Number.POSITIVE_INFINITY, ...options };
    this.#rest = new BoundedText(options.maxBytes);
  }

  /** Reads the next part. @throws {ElementError} if it is not JSON. */
  write(part: Uint8Array): void {
    let skipped = 0;
    while (this.#base === 0 && skipped < part.length && part[skipped] === BYTE_ORDER_MARK[this.#mark]) {
      this.#mark += 1;
      skipped += 1;
    }
    this.#chunk = part.subarray(skipped);
    this.#from = 0;
    this.#scan(() => this.#scanner.write(this.#chunk));
    this.#keepTo(this.#base + this.#chunk.length);
    this.#countLines(this.#base + this.#chunk.length);
    this.#base += this.#chunk.length;
  }

  /**
   * Ends the document. @returns The document without the elements.
   * @throws {ElementError} if it ends in the middle, or the rest is larger than the limit.
   */
  end(): string {
    this.#scan(() => this.#scanner.end());
    const { text } = this.#rest;
    if (text !== undefined) return text;
    throw new ElementError(
      `it holds more than ${this.#options.maxBytes} bytes beside its elements`,
      this.#place(this.#base),
    );
  }

  #begin(kind: ValueKind, offset: number): void {
    if (this.#isElement()) {
      this.#keepTo(offset);
      this.#isBetween = false;
      this.#element = Object.assign(new BoundedText(this.#options.maxBytes), this.#place(offset + 1));
    }
    if (kind === 'string') this.#text = offset + 1;
  }

  #end(kind: ValueKind, end: number): void {
    if (kind === 'string') {
      const isCut = end - 1 - (this.#text ?? 0) > this.#options.maxStringBytes;
      if (isCut) this.#keepTo(end - 1);
      if (isCut) (this.#element ?? this.#rest).cut();
      this.#text = undefined;
    }
    const element = this.#element;
    if (element !== undefined && this.#isElement()) {
      this.#keepTo(end);
      this.#element = undefined;
      this.#isBetween = true;
      this.#options.onElement({ text: element.text, byte: element.byte, line: element.line });
    } else if (this.#isBetween) {
      // The array ends.
      this.#from = end - 1 - this.#base;
      this.#isBetween = false;
    }
  }

  /** Keeps the bytes up to an offset, but for those of a text beyond the limit. */
  #keepTo(offset: number): void {
    const to = offset - this.#base;
    const limit = (this.#text ?? Number.POSITIVE_INFINITY) + this.#options.maxStringBytes - this.#base;
    const kept = this.#chunk.subarray(this.#from, Math.max(this.#from, Math.min(to, limit)));
    if (!this.#isBetween) (this.#element ?? this.#rest).add(kept);
    this.#from = to;
  }

  #isElement(): boolean {
    const { path } = this.#scanner;
    const array = this.#options.path;
    return (
      path.length === array.length + 1 &&
      typeof path.at(-1) === 'number' &&
      array.every((step, at) => step === path[at])
    );
  }

  #scan(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      const what = error.what.replace(/^./, (first) => first.toLowerCase());
      const message = error.problem === 'malformed' ? `it is not JSON: ${what}` : what;
      throw new ElementError(message, this.#place(error.offset + 1));
    }
  }

  #place(byte: number): { readonly byte: number; readonly line: number } {
    this.#countLines(byte - 1);
    return { byte: byte + this.#mark, line: this.#line };
  }

  #countLines(to: number): void {
    for (;;) {
      const at = this.#chunk.indexOf(NEWLINE, this.#lineAt - this.#base);
      if (at === -1 || this.#base + at >= to) break;
      this.#line += 1;
      this.#lineAt = this.#base + at + 1;
    }
    this.#lineAt = Math.max(this.#lineAt, to);
  }
}

/** Collects the bytes of a text up to a limit; beyond it, nothing of them is kept. */
class BoundedText {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(part: Uint8Array): void {
    this.#bytes += part.byteLength;
    if (this.#bytes > this.#limit) this.#parts = [];
    // The caller uses the memory of the bytes again.
    else this.#parts.push(new Uint8Array(part));
  }

  /** Ends a string whose last bytes were left out, so that it is JSON: {@link CUT} takes the place of a character that is not whole. */
  cut(): void {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [bytes.subarray(0, endOfCharacters(bytes)), Buffer.from(JSON.stringify(CUT).slice(1, -1))];
  }

  get text(): string | undefined {
    return this.#bytes > this.#limit ? undefined : Buffer.concat(this.#parts).toString();
  }
}

/** Returns where the last character or escape ends that is surely whole. */
function endOfCharacters(bytes: Buffer): number {
  let end = bytes.length;
  while (((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  if ((bytes[end - 1] ?? 0) >= 0xc0) end -= 1;
  const escape = bytes.lastIndexOf(BACKSLASH, end - 1);
  let first = escape;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  const isEscape = escape >= 0 && (escape - first) % 2 === 0;
  return isEscape && end - escape < '\\u0000'.length ? escape : end;
}
