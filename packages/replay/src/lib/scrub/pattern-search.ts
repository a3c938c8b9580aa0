/** What is looked for. */
export interface Pattern<Label> {
  /** At least {@link SHORTEST_PATTERN} bytes; ASCII letters in lower case. */
  readonly bytes: Buffer;
  /** Whether no ASCII letter or digit may stand before or after it. */
  readonly isWord: boolean;
  readonly label: Label;
}

/** A place at which a pattern was found. */
export interface Found<Label> {
  /** Bytes from the start. */
  readonly offset: number;
  readonly length: number;
  readonly label: Label;
}

/** Fewest bytes of a pattern. */
export const SHORTEST_PATTERN = 4;
const ANCHOR = 8;

const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/**
 * Finds any number of patterns in one pass over bytes of any size, whatever the case of ASCII letters. The last bytes of each
 * pattern are hashed; only where a hash is met are patterns compared, so the time hardly depends on their number. Memory
 * grows with the patterns alone.
 */
export class PatternSearch<Label> {
  readonly #byLongEnd = new Map<number, Pattern<Label>[]>();
  readonly #byShortEnd = new Map<number, Pattern<Label>[]>();
  readonly #longFilter: Uint8Array;
  readonly #shortFilter: Uint8Array;
  readonly #shift: number;
  readonly #longest: number;

  constructor(patterns: readonly Pattern<Label>[]) {
    const bits = Math.min(24, Math.max(13, Math.ceil(Math.log2(patterns.length + 1)) + 5));
    this.#shift = 32 - bits;
    this.#longFilter = new Uint8Array(2 ** (bits - 3));
    this.#shortFilter = new Uint8Array(2 ** (bits - 3));
    let longest = 1;
    for (const pattern of patterns) {
      const { bytes } = pattern;
      if (bytes.length < SHORTEST_PATTERN) continue;
      longest = Math.max(longest, bytes.length);
      const end = bytes.readUInt32BE(bytes.length - 4);
      const isLong = bytes.length >= ANCHOR;
      const hash = isLong ? hashOf(bytes.readUInt32BE(bytes.length - 8), end) : hashOf(0, end);
      const [table, filter] = isLong ? [this.#byLongEnd, this.#longFilter] : [this.#byShortEnd, this.#shortFilter];
      const same = table.get(hash);
      if (same === undefined) table.set(hash, [pattern]);
      else same.push(pattern);
      const bit = hash >>> this.#shift;
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    this.#longest = longest;
  }

  /** Searches a stream; patterns are found across the borders of its chunks. */
  async *search(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Found<Label>> {
    let before = Buffer.alloc(0);
    let base = 0;
    for await (const chunk of stream) {
      const bytes = Buffer.concat([before, chunk]);
      for (let at = before.length; at < bytes.length; at += 1) bytes[at] = LOWER[bytes[at] ?? 0] ?? 0;
      // A word may go on in the next chunk: its last byte waits for it.
      yield* this.#in(bytes, Math.max(0, before.length - 1), bytes.length - 1, base);
      const keep = Math.min(bytes.length, this.#longest + 1);
      base += bytes.length - keep;
      before = Buffer.from(bytes.subarray(bytes.length - keep));
    }
    yield* this.#in(before, Math.max(0, before.length - 1), before.length, base);
  }

  /** Patterns that end within `[from, to)`. */
  *#in(bytes: Buffer, from: number, to: number, base: number): Generator<Found<Label>> {
    const [longFilter, shortFilter, shift] = [this.#longFilter, this.#shortFilter, this.#shift];
    const searchesShort = this.#byShortEnd.size > 0;
    let high = 0;
    let low = 0;
    for (let at = Math.max(0, from - ANCHOR); at < from; at += 1) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | (bytes[at] ?? 0);
    }
    for (let at = from; at < to; at += 1) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | (bytes[at] ?? 0);
      const long = hashOf(high, low);
      let bit = long >>> shift;
      if (((longFilter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0)
        yield* this.#compared(this.#byLongEnd.get(long), bytes, at + 1, base);
      if (!searchesShort) continue;
      const short = hashOf(0, low);
      bit = short >>> shift;
      if (((shortFilter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0)
        yield* this.#compared(this.#byShortEnd.get(short), bytes, at + 1, base);
    }
  }

  *#compared(
    patterns: readonly Pattern<Label>[] = [],
    bytes: Buffer,
    end: number,
    base: number,
  ): Generator<Found<Label>> {
    for (const { bytes: wanted, isWord, label } of patterns) {
      const start = end - wanted.length;
      if (start < 0 || wanted.compare(bytes, start, end) !== 0) continue;
      if (isWord && (isWordByte(bytes[start - 1]) || isWordByte(bytes[end]))) continue;
      yield { offset: base + start, length: wanted.length, label };
    }
  }
}

function hashOf(high: number, low: number): number {
  return (Math.imul(high, 0x9e3779b1) ^ Math.imul(low ^ (low >>> 15), 0x85ebca6b)) >>> 0;
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
}
