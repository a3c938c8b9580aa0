/** How much of a file is held at once. */
export interface ScanLimits {
  /** Bytes of one text; what goes beyond is left out, and {@link CUT} put in its place. */
  readonly textBytes: number;
  /** Bytes of one entry, and of everything beside the entries, long texts cut off. */
  readonly entryBytes: number;
}

/** An entry as it stands in the file. */
export interface ScannedEntry {
  /** Its JSON text; undefined where it is larger than the limit. */
  readonly text: string | undefined;
  /** Where it begins: bytes from the start of the file, and line, both counted from 1. */
  readonly byte: number;
  readonly line: number;
}

/** What is wrong with a file, and where. */
export class ScanError extends Error {
  readonly byte: number;
  readonly line: number;

  constructor(message: string, place: { readonly byte: number; readonly line: number }) {
    super(message);
    this.name = 'ScanError';
    this.byte = place.byte;
    this.line = place.line;
  }
}

/** Ends a text that was cut off. No text of an archive ends so by itself. */
export const CUT = '\u0000cut';
const CUT_BYTES = new TextEncoder().encode(String.raw`\u0000cut`);

const DEEPEST = 500;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;
const LETTER_U = 0x75;
const OPENING: Readonly<Record<number, number>> = { 0x7b: 0x7d, 0x5b: 0x5d };
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Takes an HTTP archive apart while it is read: gives each element of `log.entries`, and keeps the rest of the document.
 * Memory is bounded by the limits, whatever the size of the file and of the texts in it.
 */
export class HarScanner {
  readonly #limits: ScanLimits;
  readonly #onEntry: (entry: ScannedEntry) => void;
  readonly #rest: Sink;
  #entry: Sink | undefined;
  #entryByte = 0;
  #entryLine = 0;

  #byte = 0;
  #line = 1;
  /** Closing brackets that are awaited. */
  readonly #open: number[] = [];
  /** Keys on the way to the present place, by depth; only the first two matter. */
  readonly #keys: string[] = [];
  #started = false;
  #inText = false;
  #textBytes = 0;
  #cutting = false;
  /** Bytes of an escape sequence that are still to come; `-1`: its letter is. */
  #escape = 0;
  /** The last text at depth 1 or 2, which may turn out to be a key. */
  #lastText: number[] = [];

  constructor(limits: ScanLimits, onEntry: (entry: ScannedEntry) => void) {
    this.#limits = limits;
    this.#onEntry = onEntry;
    this.#rest = new Sink(limits.entryBytes);
  }

  /**
   * Reads on.
   *
   * @throws {ScanError} where it is no JSON, as far as its brackets and texts tell.
   */
  write(chunk: Uint8Array): void {
    let from = 0;
    const flush = (until: number): void => {
      if (!this.#cutting && until > from) (this.#entry ?? this.#rest).add(chunk.subarray(from, until));
      from = until;
    };
    for (let place = 0; place < chunk.byteLength; place += 1) {
      const byte = chunk[place] ?? 0;
      this.#byte += 1;
      if (this.#inText) {
        if (this.#escape !== 0) this.#escape = this.#escape === -1 ? (byte === LETTER_U ? 4 : 0) : this.#escape - 1;
        else if (byte === BACKSLASH || byte === QUOTE) {
          if (byte === QUOTE) {
            this.#inText = false;
            if (this.#cutting) {
              from = place;
              this.#cutting = false;
              (this.#entry ?? this.#rest).add(CUT_BYTES);
            }
            continue;
          }
          if (this.#textBytes >= this.#limits.textBytes) {
            flush(place);
            this.#cutting = true;
          }
          this.#escape = -1;
        } else if (this.#textBytes >= this.#limits.textBytes && !this.#cutting && (byte & 0xc0) !== 0x80) {
          flush(place);
          this.#cutting = true;
        }
        this.#textBytes += 1;
        if (this.#open.length <= 2 && this.#lastText.length < 16) this.#lastText.push(byte);
        continue;
      }
      if (SPACES.has(byte)) {
        if (byte === NEWLINE) this.#line += 1;
        continue;
      }
      if (!this.#started) {
        if (this.#byte <= 3 && byte === BYTE_ORDER_MARK[this.#byte - 1]) {
          from = place + 1;
          continue;
        }
        if (byte !== 0x7b) throw this.#error('it does not begin with {');
        this.#started = true;
      } else if (this.#open.length === 0) throw this.#error('something stands after its end');
      if (byte === QUOTE) {
        this.#inText = true;
        this.#textBytes = 0;
        this.#lastText = [];
      } else if (byte === COLON) {
        const depth = this.#open.length;
        if (depth <= 2) this.#keys[depth - 1] = String.fromCharCode(...this.#lastText);
      } else if (OPENING[byte] !== undefined) {
        if (this.#atEntries() && this.#entry === undefined) {
          flush(place);
          this.#entry = new Sink(this.#limits.entryBytes);
          this.#entryByte = this.#byte;
          this.#entryLine = this.#line;
        }
        this.#open.push(OPENING[byte]);
        if (this.#open.length > DEEPEST) throw this.#error(`it nests deeper than ${DEEPEST} levels`);
      } else if (byte === 0x7d || byte === 0x5d) {
        if (this.#open.pop() !== byte) throw this.#error('a bracket closes what was not opened');
        if (this.#entry !== undefined && this.#atEntries()) {
          flush(place + 1);
          const text = this.#entry.text;
          this.#entry = undefined;
          this.#onEntry({ text, byte: this.#entryByte, line: this.#entryLine });
        }
      } else if (byte === COMMA && this.#entry === undefined && this.#atEntries()) {
        // Commas between entries would be left over in the rest.
        flush(place);
        from = place + 1;
      }
    }
    flush(chunk.byteLength);
  }

  /**
   * Ends the file.
   *
   * @returns The document with no entries in it.
   * @throws {ScanError} where it ends in the middle, or what stands beside its entries is larger than the limit.
   */
  end(): string {
    if (!this.#started) throw this.#error('it is empty');
    if (this.#open.length > 0) throw this.#error('it ends in the middle');
    const { text } = this.#rest;
    if (text === undefined) throw this.#error(`it holds more than ${this.#limits.entryBytes} bytes beside its entries`);
    return text;
  }

  /** Whether the present place is directly in the array `log.entries`. */
  #atEntries(): boolean {
    return this.#open.length === 3 && this.#keys[0] === 'log' && this.#keys[1] === 'entries' && this.#open[2] === 0x5d;
  }

  #error(message: string): ScanError {
    return new ScanError(message, { byte: this.#byte, line: this.#line });
  }
}

/** Collects bytes up to a limit; beyond it, nothing of them is kept. */
class Sink {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#size > this.#limit) this.#chunks = [];
    // What was read is reused by the stream that gave it.
    else this.#chunks.push(new Uint8Array(bytes));
  }

  get text(): string | undefined {
    return this.#size > this.#limit ? undefined : Buffer.concat(this.#chunks).toString('utf8');
  }
}
