/** A value that is neither an object nor an array. */
export type Scalar = string | number | boolean | null;

/** Where a value stands. */
export interface ScalarPlace {
  /** Keys from the root, `[]` for an element of an array. Valid only during the call. */
  readonly path: readonly string[];
  /** First byte of the value; of a string that after its quote. */
  readonly offset: number;
  /** Bytes of the value as written, without quotes. */
  readonly length: number;
}

/** Hears of each value that is shallow and short enough. */
export type OnScalar = (value: Scalar, place: ScalarPlace) => void;

/** Values deeper than this are passed over; everything that lists and images need is above. */
const DEEPEST = 9;
/** Longer strings and keys are passed over. */
const LONGEST = 8_192;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Goes through a JSON object of any size in one pass, in parts as they come, and tells of its shallow values. Memory does not
 * grow with it. It checks that brackets match and that nothing follows, not all of the grammar.
 */
export class JsonScanner {
  readonly #onScalar: OnScalar;
  /** Closing bracket that each open container waits for. */
  readonly #closers: number[] = [];
  readonly #path: string[] = [];
  #consumed = 0;
  #state: 'start' | 'between' | 'string' | 'bare' | 'end' | 'failed' = 'start';
  #isKey = false;
  #escaped = false;
  /** Bytes of a token that began in an earlier part; undefined where it is passed over. */
  #held: Buffer[] | undefined;
  #heldBytes = 0;
  #tokenAt = 0;

  constructor(onScalar: OnScalar) {
    this.#onScalar = onScalar;
  }

  /** Takes the next part. */
  write(part: Uint8Array): void {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'string') at = this.#string(bytes, at);
      else if (this.#state === 'bare') at = this.#bare(bytes, at);
      else if (this.#state === 'failed') break;
      else at = this.#structure(bytes, at);
    }
    this.#consumed += bytes.length;
  }

  /** Whether brackets or what stands between them showed that this is no JSON object. */
  get hasFailed(): boolean {
    return this.#state === 'failed';
  }

  /** @returns whether what came was one JSON object, as far as its brackets and quotes tell. */
  end(): boolean {
    return this.#state === 'end';
  }

  #structure(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;
      if (this.#state === 'start' ? byte !== OPEN_OBJECT : this.#state === 'end') {
        this.#state = 'failed';
        return at;
      }
      switch (byte) {
        case QUOTE:
          this.#begin('string', at + 1);
          return at + 1;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#open(byte);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (!this.#close(byte)) return at;
          break;
        case COMMA:
          this.#isKey = this.#closers.at(-1) === CLOSE_OBJECT;
          break;
        case COLON:
          this.#isKey = false;
          break;
        default:
          this.#begin('bare', at);
          return at;
      }
    }
    return bytes.length;
  }

  #open(byte: number): void {
    this.#state = 'between';
    this.#isKey = byte === OPEN_OBJECT;
    this.#closers.push(this.#isKey ? CLOSE_OBJECT : CLOSE_ARRAY);
    if (this.#closers.length <= DEEPEST) this.#path.push(this.#isKey ? '' : '[]');
  }

  #close(byte: number): boolean {
    if (this.#closers.length <= DEEPEST) this.#path.pop();
    if (this.#closers.pop() !== byte) {
      this.#state = 'failed';
      return false;
    }
    this.#isKey = false;
    if (this.#closers.length === 0) this.#state = 'end';
    return true;
  }

  #begin(state: 'string' | 'bare', at: number): void {
    this.#state = state;
    this.#escaped = false;
    this.#tokenAt = this.#consumed + at;
    this.#held = this.#closers.length <= DEEPEST ? [] : undefined;
    this.#heldBytes = 0;
  }

  #string(bytes: Buffer, from: number): number {
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) break;
    }
    this.#hold(bytes, from, at);
    if (at === bytes.length) return at;
    this.#state = 'between';
    this.#tell((text) => parseString(text));
    return at + 1;
  }

  #bare(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && isBare(bytes[at] ?? 0)) at += 1;
    this.#hold(bytes, from, at);
    if (at === bytes.length) return at;
    this.#state = 'between';
    // What is no number and no word stops here, and would stop here for ever.
    if (this.#heldBytes === 0) this.#state = 'failed';
    else this.#tell((text) => parseBare(text));
    return at;
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    this.#heldBytes += to - from;
    if (this.#held === undefined) return;
    if (this.#heldBytes > LONGEST) this.#held = undefined;
    // Parts are used again by whoever gave them.
    else this.#held.push(Buffer.from(bytes.subarray(from, to)));
  }

  #tell(parse: (text: string) => Scalar | undefined): void {
    const held = this.#held;
    this.#held = undefined;
    const [first] = held ?? [];
    const value =
      first === undefined ? undefined : parse((held?.length === 1 ? first : Buffer.concat(held ?? [])).toString());
    const last = this.#path.length - 1;
    const isShallow = this.#closers.length <= DEEPEST;
    if (this.#isKey) {
      if (isShallow) this.#path[last] = typeof value === 'string' ? value : '';
    } else if (isShallow && value !== undefined) {
      this.#onScalar(value, { path: this.#path, offset: this.#tokenAt, length: this.#heldBytes });
    }
  }
}

function isBare(byte: number): boolean {
  // Letters, digits, `+`, `-` and `.`
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x7a && byte !== OPEN_ARRAY && byte !== BACKSLASH && byte !== CLOSE_ARRAY) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

function parseString(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string; // Quotes make it a string, or no JSON.
  } catch {
    return undefined;
  }
}

function parseBare(text: string): Scalar | undefined {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isNaN(number) ? undefined : number;
}
