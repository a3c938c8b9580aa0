import { beginNumber, continueNumber, Num } from './json-number.ts';
import { JsonTextError } from './json-text-error.ts';
import { KeyCache } from './key-cache.ts';

/** Kind of a JSON value. */
export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A key of an object or a 0-based index of an array. */
export type PathKey = string | number;

/** Keys and indices from the root to a value; the root's own path is empty. */
export type JsonPath = readonly PathKey[];

/**
 * Hears where values and keys begin and end, in the order of the bytes. Offsets count bytes from the start of the text; an
 * `end` is one past the last byte. {@link JsonScanner.path} is the path of the value meanwhile.
 */
export interface ScanHandler {
  /** A value begins. */
  begin(kind: ValueKind, offset: number): void;
  /** The value that began last and has not ended ends. `isEmpty` is true of a container without members. */
  end(kind: ValueKind, end: number, isEmpty: boolean): void;
  /** A key begins: its opening quote. The path is still that of the object's last member. */
  beginKey?(offset: number): void;
  /** A key ends: one past its closing quote. The path is that of the value to come. */
  endKey?(end: number): void;
}

/** Limits that keep memory constant. */
export interface ScanLimits {
  /** Containers within containers. Default 10,000. */
  readonly maxDepth?: number;
  /** Bytes of one key. Default 65,536. */
  readonly maxKeyBytes?: number;
}

// What comes next.
const VALUE = 0;
const FIRST_VALUE = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const SEPARATOR = 5;
const DONE = 6;
const STRING = 7;
const ESCAPE = 8;
const HEX = 9;
const NUMBER = 10;
const LITERAL = 11;

const EXPECTED = ['a value', 'a value or "]"', 'a key or "}"', 'a key', '":"', '', 'the end of the text'] as const;
const NULL: readonly [text: string, kind: ValueKind] = ['null', 'null'];
const LITERALS: Readonly<Record<number, typeof NULL>> = {
  0x74: ['true', 'boolean'],
  0x66: ['false', 'boolean'],
  0x6e: NULL,
};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** 1 for each byte that may follow a backslash, but for `u`. */
const ESCAPES = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPES[letter.charCodeAt(0)] = 1;

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
/** Shared by all: small bodies would take longer to make one than to be read. */
const KEYS = new KeyCache();

/** 1 for each byte that goes on a string as it is. Bytes above 0x7f do: whether they are UTF-8 is not judged here. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

/**
 * Walks one JSON text of any size, chunk by chunk, and tells where its values are. Memory depends on the limits alone, and
 * however the text is cut into chunks, the handler hears the same.
 *
 * The grammar is held to strictly, but for what is inside a string: bytes that are not UTF-8 pass, because a body that has
 * some must be kept and sent with them.
 *
 * @throws {JsonTextError} from `write` and `end`, with the offset at which the text stops being JSON.
 */
export class JsonScanner {
  readonly #handler: ScanHandler;
  readonly #maxDepth: number;
  readonly #maxKeyBytes: number;
  readonly #path: PathKey[] = [];

  #state = VALUE;
  /** Offset of the chunk being read. */
  #base = 0;
  #isKey = false;
  #hasEscape = false;
  /** Offset of the key being read, after its quote. */
  #keyStart = 0;
  #keyParts: Uint8Array[] = [];
  #hexLeft = 0;
  #number: Num = Num.Minus;
  #literal = NULL;
  #literalAt = 0;

  constructor(handler: ScanHandler, { maxDepth = 10_000, maxKeyBytes = 65_536 }: ScanLimits = {}) {
    this.#handler = handler;
    this.#maxDepth = maxDepth;
    this.#maxKeyBytes = maxKeyBytes;
  }

  /** Path of the value that begins or ends. It changes as the scan goes on: copy it to keep it. */
  get path(): JsonPath {
    return this.#path;
  }

  /** Offset of the byte after the last chunk. */
  get bytes(): number {
    return this.#base;
  }

  /** Reads the next chunk. */
  write(chunk: Uint8Array): void {
    const { length } = chunk;
    let at = 0;
    while (at < length) {
      const byte = chunk[at] ?? 0;
      switch (this.#state) {
        case STRING: {
          let end = at;
          while (end < length && PLAIN[chunk[end] ?? 0] === 1) end += 1;
          if (end < length) this.#stringStop(chunk, end);
          at = end + 1;
          break;
        }
        case ESCAPE:
          if (byte === 0x75) {
            this.#hexLeft = 4;
            this.#state = HEX;
          } else if (ESCAPES[byte] === 1) this.#state = STRING;
          else this.#fail('There is no such escape', at);
          at += 1;
          break;
        case HEX:
          if (!isHex(byte)) this.#fail('An escape \\u needs four hexadecimal digits', at);
          this.#hexLeft -= 1;
          if (this.#hexLeft === 0) this.#state = STRING;
          at += 1;
          break;
        case NUMBER: {
          const next = continueNumber(this.#number, byte);
          if (next === undefined) this.#endNumber(byte, at);
          else {
            this.#number = next;
            at += 1;
          }
          break;
        }
        case LITERAL:
          if (byte !== this.#literal[0].charCodeAt(this.#literalAt))
            this.#unexpected(`"${this.#literal[0]}"`, byte, at);
          at += 1;
          this.#literalAt += 1;
          if (this.#literalAt === this.#literal[0].length) this.#endScalar(this.#literal[1], at);
          break;
        default:
          if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) this.#structure(byte, at);
          at += 1;
      }
    }
    if (this.#isKey && this.#state >= STRING) this.#keepKey(chunk, length);
    this.#base += length;
  }

  /** Ends the text. */
  end(): void {
    if (this.#state === NUMBER && this.#path.length === 0 && this.#number >= Num.Zero) this.#endScalar('number', 0);
    if (this.#state !== DONE) this.#fail(this.#base === 0 ? 'The text is empty' : 'The text is cut off', 0);
  }

  /** Takes a byte that begins a token, or separates or ends containers. */
  #structure(byte: number, at: number): void {
    switch (this.#state) {
      case FIRST_VALUE:
        if (byte === 0x5d) return this.#close('array', at, true);
        return this.#value(byte, at);
      case VALUE:
        return this.#value(byte, at);
      case FIRST_KEY:
        if (byte === 0x7d) return this.#close('object', at, true);
        return this.#key(byte, at);
      case KEY:
        return this.#key(byte, at);
      case COLON:
        if (byte !== 0x3a) this.#unexpected(EXPECTED[COLON], byte, at);
        this.#state = VALUE;
        return;
      case SEPARATOR: {
        const last = this.#path.length - 1;
        const step = this.#path[last];
        const isArray = typeof step === 'number';
        if (byte === (isArray ? 0x5d : 0x7d)) return this.#close(isArray ? 'array' : 'object', at, false);
        if (byte !== 0x2c) this.#unexpected(isArray ? '"," or "]"' : '"," or "}"', byte, at);
        if (isArray) this.#path[last] = step + 1;
        this.#state = isArray ? VALUE : KEY;
        return;
      }
      default:
        this.#unexpected(EXPECTED[DONE], byte, at);
    }
  }

  #key(byte: number, at: number): void {
    if (byte !== QUOTE) this.#unexpected(EXPECTED[this.#state] ?? '', byte, at);
    this.#isKey = true;
    this.#hasEscape = false;
    this.#keyStart = this.#base + at + 1;
    this.#state = STRING;
    this.#handler.beginKey?.(this.#base + at);
  }

  #value(byte: number, at: number): void {
    const offset = this.#base + at;
    if (byte === QUOTE) {
      this.#handler.begin('string', offset);
      this.#isKey = false;
      this.#state = STRING;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (this.#path.length === this.#maxDepth) {
        throw new JsonTextError('too-deep', `There are more than ${this.#maxDepth} levels`, offset);
      }
      const isObject = byte === 0x7b;
      this.#handler.begin(isObject ? 'object' : 'array', offset);
      this.#path.push(isObject ? '' : 0);
      this.#state = isObject ? FIRST_KEY : FIRST_VALUE;
    } else {
      const number = beginNumber(byte);
      const literal = LITERALS[byte];
      if (number !== undefined) {
        this.#handler.begin('number', offset);
        this.#number = number;
        this.#state = NUMBER;
      } else if (literal === undefined) {
        this.#unexpected(EXPECTED[this.#state] ?? '', byte, at);
      } else {
        this.#handler.begin(literal[1], offset);
        this.#literal = literal;
        this.#literalAt = 1;
        this.#state = LITERAL;
      }
    }
  }

  /** Takes the byte that is not just more of a string. */
  #stringStop(chunk: Uint8Array, at: number): void {
    const byte = chunk[at];
    if (byte === BACKSLASH) {
      this.#hasEscape = true;
      this.#state = ESCAPE;
    } else if (byte !== QUOTE) {
      this.#fail('A control character in a string must be escaped', at);
    } else if (this.#isKey) {
      this.#path[this.#path.length - 1] = this.#keyText(chunk, at);
      this.#isKey = false;
      this.#state = COLON;
      this.#handler.endKey?.(this.#base + at + 1);
    } else {
      this.#endScalar('string', at + 1);
    }
  }

  /** Keeps what a chunk has of a key that goes on in the next one. It is copied: the chunk may be written to by then. */
  #keepKey(chunk: Uint8Array, to: number): void {
    if (this.#base + to - this.#keyStart > this.#maxKeyBytes) {
      throw new JsonTextError('too-long', `A key has more than ${this.#maxKeyBytes} bytes`, this.#keyStart - 1);
    }
    this.#keyParts.push(new Uint8Array(chunk.subarray(Math.max(0, this.#keyStart - this.#base), to)));
  }

  #keyText(chunk: Uint8Array, to: number): string {
    const from = this.#keyStart - this.#base;
    const known = from >= 0 && !this.#hasEscape ? KEYS.textOf(chunk, from, to) : undefined;
    if (known !== undefined) return known;
    this.#keepKey(chunk, to);
    const text = this.#keyParts.map((part) => DECODER.decode(part, { stream: true })).join('') + DECODER.decode();
    this.#keyParts = [];
    return this.#hasEscape ? (JSON.parse(`"${text}"`) as string) : text; // A JSON string literal parses to a string.
  }

  #endNumber(byte: number, at: number): void {
    if (this.#number < Num.Zero) this.#unexpected('a digit', byte, at);
    if (byte >= 0x30 && byte <= 0x39) this.#fail('A number must not have a leading zero', at);
    this.#endScalar('number', at);
  }

  #endScalar(kind: ValueKind, end: number): void {
    this.#state = this.#path.length === 0 ? DONE : SEPARATOR;
    this.#handler.end(kind, this.#base + end, false);
  }

  #close(kind: 'object' | 'array', at: number, isEmpty: boolean): void {
    this.#path.pop();
    this.#state = this.#path.length === 0 ? DONE : SEPARATOR;
    this.#handler.end(kind, this.#base + at + 1, isEmpty);
  }

  #unexpected(expected: string, byte: number, at: number): never {
    const isVisible = byte > 0x20 && byte < 0x7f;
    const found = isVisible ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
    this.#fail(`Expected ${expected} but found ${found}`, at);
  }

  #fail(what: string, at: number): never {
    throw new JsonTextError('malformed', what, this.#base + at);
  }
}

function isHex(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
