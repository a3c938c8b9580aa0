import type { Kind } from '../policy.ts';
import { CLASS, FOLDED, OTHER, WORD } from './fold.ts';

/** Fewest bytes of what is looked for. */
export const SHORTEST = 4;
/** Most bytes of what is looked for; of longer values a part is enough to know them by. */
export const LONGEST = 192;
/** Most bytes of an ASCII value that are looked for. */
const ENOUGH = 48;

const KINDS = [
  'name',
  'national-id',
  'document-number',
  'date',
  'address',
  'slug',
  'identifier',
  'image-url',
  'text',
  'number',
  'flag',
  'key',
] as const satisfies readonly Kind[];

/**
 * Values to look for, each once, as folded bytes in one buffer: some millions cost little more than their bytes. A value of ASCII
 * is kept from word to word.
 */
export class LeakBook {
  #bytes = new Uint8Array(1 << 12);
  #end = 0;
  #starts = new Int32Array(1 << 6);
  /** Kind, whether something may stand before it, and whether it is of ASCII alone. */
  #traits = new Uint8Array(1 << 6);
  #slots = new Int32Array(1 << 7).fill(-1);
  #count = 0;
  readonly #scratch = new Uint8Array(LONGEST);

  /** How many values there are. */
  get size(): number {
    return this.#count;
  }

  /** How many bytes they have. */
  get length(): number {
    return this.#end;
  }

  /** Bytes of all values, one after another. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  startOf(value: number): number {
    return this.#starts[value] ?? 0;
  }

  endOf(value: number): number {
    return value + 1 < this.#count ? (this.#starts[value + 1] ?? 0) : this.#end;
  }

  kindOf(value: number): Kind {
    return KINDS[(this.#traits[value] ?? 0) & 15] ?? 'text';
  }

  /** Whether it is looked for everywhere, not just where it came from. */
  isWide(value: number): boolean {
    return ((this.#traits[value] ?? 0) & WIDE) !== 0;
  }

  /** Whether nothing of a word may stand before the value. */
  isBound(value: number): boolean {
    return ((this.#traits[value] ?? 0) & BOUND) !== 0;
  }

  /** The value as it is kept: in lower case as far as it is ASCII. */
  textOf(value: number): string {
    const text = Buffer.from(this.#bytes.buffer, this.startOf(value), this.endOf(value) - this.startOf(value));
    return text.toString().replaceAll('+', ' ');
  }

  /**
   * Takes a value of any length, in UTF-8. What is too short to be found is left out.
   *
   * @returns whether it is new.
   */
  add(bytes: Uint8Array, traits: { readonly kind: Kind; readonly isWide: boolean }): boolean {
    return this.addPart(bytes, { from: 0, to: bytes.length, ...traits });
  }

  /** Takes a value that stands among other bytes. */
  addPart(
    bytes: Uint8Array,
    {
      kind,
      isWide,
      ...part
    }: { readonly from: number; readonly to: number; readonly kind: Kind; readonly isWide: boolean },
  ): boolean {
    const scratch = this.#scratch;
    let { from, to } = part;
    // Looked for from word to word: what stands around words does not matter.
    while (to > from && CLASS[FOLDED[bytes[to - 1] ?? 0] ?? 0] === OTHER) to -= 1;
    let isAscii = true;
    const most = Math.min(to, from + LONGEST);
    for (let at = from; at < most; at += 1) if ((bytes[at] ?? 0) >= 0x80) isAscii = false;
    let bound = 0;
    if (isAscii) {
      while (from < to && CLASS[FOLDED[bytes[from] ?? 0] ?? 0] === OTHER) from += 1;
      const start = from;
      to = lastWordEnd(bytes, start, to);
      from = Math.max(start, to - ENOUGH);
      if (from === start) bound = BOUND;
    } else if (to - from > LONGEST) {
      to = from + LONGEST;
      while (to > from && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
      while (to > from && CLASS[FOLDED[bytes[to - 1] ?? 0] ?? 0] === OTHER) to -= 1;
    }
    const length = to - from;
    if (length < SHORTEST) return false;
    for (let at = 0; at < length; at += 1) scratch[at] = FOLDED[bytes[from + at] ?? 0] ?? 0;
    return this.#keep(length, hashOf(scratch, 0, length), (KINDS.indexOf(kind) & 15) | bound | (isWide ? WIDE : 0));
  }

  /** Takes those of another book's values that are looked for everywhere. */
  addWide(other: LeakBook): void {
    for (let value = 0; value < other.size; value += 1) {
      if (!other.isWide(value)) continue;
      const bytes = other.bytes.subarray(other.startOf(value), other.endOf(value));
      this.#scratch.set(bytes);
      this.#keep(bytes.length, hashOf(bytes, 0, bytes.length), other.#traits[value] ?? 0);
    }
  }

  /** Keeps what is in the scratch. */
  #keep(length: number, hash: number, traits: number): boolean {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const value = this.#slots[slot] ?? -1;
      if (value === -1) break;
      if (this.#isScratch(value, length)) return false;
      slot = (slot + 1) & mask;
    }
    if (this.#end + length > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#end + length);
    if (this.#count === this.#starts.length) {
      this.#starts = grown(this.#starts, this.#count + 1);
      this.#traits = grown(this.#traits, this.#count + 1);
    }
    for (let at = 0; at < length; at += 1) this.#bytes[this.#end + at] = this.#scratch[at] ?? 0;
    this.#starts[this.#count] = this.#end;
    this.#traits[this.#count] = traits;
    this.#slots[slot] = this.#count;
    this.#count += 1;
    this.#end += length;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return true;
  }

  #isScratch(value: number, length: number): boolean {
    const start = this.startOf(value);
    if (this.endOf(value) - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[start + at] !== this.#scratch[at]) return false;
    return true;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let value = 0; value < this.#count; value += 1) {
      let slot = hashOf(this.#bytes, this.startOf(value), this.endOf(value)) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = value;
    }
    this.#slots = slots;
  }
}

const BOUND = 16;
const WIDE = 32;

/** Where to end a value of ASCII: at the end of the last word that is whole within {@link ENOUGH} bytes, or else of the first. */
function lastWordEnd(bytes: Uint8Array, from: number, to: number): number {
  if (to - from <= ENOUGH) return to;
  let end = from;
  for (let at = from; at < to; at += 1) {
    const isEnd = isWord(bytes[at]) && (at + 1 === to || !isWord(bytes[at + 1]));
    if (!isEnd) continue;
    if (at + 1 - from > ENOUGH) return end - from >= ENOUGH / 2 ? end : at + 1;
    end = at + 1;
  }
  return end === from ? to : end;
}

function isWord(byte: number | undefined): boolean {
  return CLASS[FOLDED[byte ?? 0] ?? 0] === WORD;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function grown<Kept extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(array: Kept, atLeast: number): Kept {
  const length = Math.max(array.length * 2, atLeast);
  const larger = array instanceof Uint8Array ? new Uint8Array(length) : new Int32Array(length);
  larger.set(array);
  return larger as Kept; // Of the class that it was made for.
}
