import { FOLDED } from './fold.ts';
import { SHORTEST, type LeakBook } from './leak-book.ts';

/** Bytes at the end of a value that it is known by at first, by how long it is. */
const LONG = 16;
const MIDDLE = 8;
/** Fewest bytes of a value that is looked for in encoded bytes, where chance makes anything. */
const MIN_ENCODED_LENGTH = 6;

/**
 * Finds the values of a book that end somewhere. Hashes of their last bytes are kept in a filter that fits a cache, so that most
 * places cost a few instructions, however many values there are.
 */
export class ValueTable {
  readonly #book: LeakBook;
  readonly #filter: Uint32Array;
  readonly #filterMask: number;
  readonly #heads: Int32Array;
  readonly #headMask: number;
  readonly #next: Int32Array;
  readonly #hashes: Int32Array;
  /** Which lengths below {@link MIDDLE} there are: bit 4 for four bytes. */
  #shorts = 0;
  readonly #triples: Uint8Array;
  readonly #tripleShift: number;

  constructor(book: LeakBook) {
    const { size } = book;
    this.#book = book;
    const bits = Math.min(26, Math.max(12, Math.ceil(Math.log2(size + 1)) + 4));
    this.#filter = new Uint32Array(2 ** (bits - 5));
    this.#filterMask = 2 ** bits - 1;
    const headBits = Math.max(6, Math.ceil(Math.log2(size + 1)) + 1);
    this.#heads = new Int32Array(2 ** headBits).fill(-1);
    this.#headMask = 2 ** headBits - 1;
    this.#next = new Int32Array(size);
    this.#hashes = new Int32Array(size);
    const tripleBits = Math.min(24, Math.max(13, Math.ceil(Math.log2(size + 1)) + 7));
    this.#triples = new Uint8Array(2 ** (tripleBits - 3));
    this.#tripleShift = 32 - tripleBits;
    const view = new DataView(book.bytes.buffer);
    for (let value = 0; value < size; value += 1) this.#enter(value, view);
  }

  lengthOf(value: number): number {
    return this.#book.endOf(value) - this.#book.startOf(value);
  }

  /** Whether three folded bytes, the first the highest, end within the last bytes of any value. */
  mayEndNear(triple: number): boolean {
    const bit = Math.imul(triple, 0x9e3779b1) >>> this.#tripleShift;
    return ((this.#triples[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  /**
   * Hears of each value that ends at an index of folded bytes.
   *
   * @param view Of the folded bytes, from their beginning.
   * @param encoded Whether the bytes were encoded, so that words may end anywhere.
   */
  endingAt(bytes: Uint8Array, view: DataView, end: number, encoded: boolean, onFound: (value: number) => void): void {
    if (end >= LONG) this.#look(hashLong(view, end), LONG, bytes, end, encoded, onFound);
    if (end >= MIDDLE) this.#look(hashMiddle(view, end), MIDDLE, bytes, end, encoded, onFound);
    const shorts = this.#shorts;
    if (shorts === 0) return;
    for (let length = encoded ? MIN_ENCODED_LENGTH : SHORTEST; length < MIDDLE; length += 1) {
      if ((shorts & (1 << length)) !== 0 && end >= length)
        this.#look(hashShort(bytes, end, length), length, bytes, end, encoded, onFound);
    }
  }

  #enter(value: number, view: DataView): void {
    const book = this.#book;
    const [start, end] = [book.startOf(value), book.endOf(value)];
    const length = end - start;
    const bytes = book.bytes;
    let hash;
    if (length >= LONG) hash = hashLong(view, end);
    else if (length >= MIDDLE) hash = hashMiddle(view, end);
    else {
      hash = hashShort(bytes, end, length);
      this.#shorts |= 1 << length;
    }
    this.#hashes[value] = hash;
    const head = hash & this.#headMask;
    this.#next[value] = this.#heads[head] ?? -1;
    this.#heads[head] = value;
    const bit = (hash >>> 3) & this.#filterMask;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    if (length < MIN_ENCODED_LENGTH) return;
    for (let back = 0; back < 3; back += 1) {
      const at = end - back - 3;
      const triple = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const mark = Math.imul(triple, 0x9e3779b1) >>> this.#tripleShift;
      this.#triples[mark >>> 3] = (this.#triples[mark >>> 3] ?? 0) | (1 << (mark & 7));
    }
  }

  #look(
    hash: number,
    known: number,
    bytes: Uint8Array,
    end: number,
    encoded: boolean,
    onFound: (value: number) => void,
  ): void {
    const bit = (hash >>> 3) & this.#filterMask;
    if (((this.#filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return;
    const book = this.#book;
    for (let value = this.#heads[hash & this.#headMask] ?? -1; value !== -1; value = this.#next[value] ?? -1) {
      if (this.#hashes[value] !== hash) continue;
      const start = book.startOf(value);
      const length = book.endOf(value) - start;
      // Values of another length class may have the same hash.
      if (length < known || length > end || (known < MIDDLE && length !== known)) continue;
      if (!encoded && book.isBound(value) && isWordByte(bytes[end - length - 1])) continue;
      const kept = book.bytes;
      let at = length - 1;
      while (at >= 0 && kept[start + at] === bytes[end - length + at]) at -= 1;
      if (at < 0) onFound(value);
    }
  }
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return once ^ (once >>> 13);
}

function hashMiddle(view: DataView, end: number): number {
  const [low, high] = [view.getInt32(end - 4, true), view.getInt32(end - 8, true)];
  return mixed(Math.imul(low, 0x85ebca6b) ^ Math.imul(high, 0xc2b2ae35));
}

function hashLong(view: DataView, end: number): number {
  const [one, two] = [view.getInt32(end - 4, true), view.getInt32(end - 8, true)];
  const [three, four] = [view.getInt32(end - 12, true), view.getInt32(end - 16, true)];
  return mixed(
    Math.imul(one, 0x85ebca6b) ^
      Math.imul(two, 0xc2b2ae35) ^
      Math.imul(three, 0x27d4eb2f) ^
      Math.imul(four, 0x165667b1),
  );
}

function hashShort(bytes: Uint8Array, end: number, length: number): number {
  let hash = length;
  for (let at = end - length; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return mixed(hash);
}

/** Writes bytes as they are compared. */
export function foldInto(folded: Uint8Array, bytes: Uint8Array, length: number): void {
  for (let at = 0; at < length; at += 1) folded[at] = FOLDED[bytes[at] ?? 0] ?? 0;
}
