import type { Kind } from '../policy.ts';
import { encodedReadings, readings, type LeakForm } from './readings.ts';

export interface FoundValue {
  readonly kind: Kind;
  readonly form: LeakForm;
  /** The value as it is compared: see {@link fold}. */
  readonly text: string;
}

/** A value that is looked for. `isWide`: everywhere, not just where it came from. */
export interface ValueTraits {
  readonly kind: Kind;
  readonly isWide: boolean;
}

/** Of longer values the first words are enough to know them by. */
const MAX_LENGTH = 48;
const MIN_LENGTH = 3;
/** Characters that values are looked up by. In encoded text fewer are not looked for: chance makes anything. */
const BEGINNING = 6;
const ASCII = /^[\0-\u007F]*$/;
const LETTER = /[\p{L}\p{M}\p{N}_]/u;

/** Returns a text as it is compared. A plus sign is a space: forms write one for the other. */
export function fold(text: string): string {
  const folded = (ASCII.test(text) ? text : text.normalize('NFKC')).toLowerCase();
  return folded.includes('+') ? folded.replaceAll('+', ' ') : folded;
}

/** Values to look for. They are found by how they begin, so that the time depends on the text only. */
export class LeakIndex {
  readonly #values = new Map<string, ValueTraits>();
  readonly #lengths = new Map<string, number[]>();
  /** A bit for each hash of the first characters of values: most places of a text need no other look. */
  readonly #starts = new Uint8Array(1 << 15);
  /** Characters of all values. */
  chars = 0;

  get size(): number {
    return this.#values.size;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  values(): IterableIterator<string> {
    return this.#values.keys();
  }

  /** Adds a value, as {@link valueOf} gives it. @returns whether it is new. */
  add(value: string, traits: ValueTraits): boolean {
    if (value.length < MIN_LENGTH || this.#values.has(value)) return false;
    this.#values.set(value, traits);
    this.chars += value.length;
    const start = hashAt(value, 0);
    this.#starts[start >>> 3] = (this.#starts[start >>> 3] ?? 0) | (1 << (start & 7));
    if (value.length < BEGINNING) return true;
    const beginning = value.slice(0, BEGINNING);
    const lengths = this.#lengths.get(beginning);
    if (lengths === undefined) this.#lengths.set(beginning, [value.length]);
    else if (!lengths.includes(value.length)) lengths.push(value.length);
    return true;
  }

  addWide(other: LeakIndex): void {
    for (const [value, traits] of other.#values) if (traits.isWide) this.add(value, traits);
  }

  find(text: string): FoundValue[] {
    const found: FoundValue[] = [];
    if (this.size === 0) return found;
    for (const reading of readings(text)) {
      this.#findWords(fold(reading.text), reading.form, found);
      for (const { text: decoded, form } of encodedReadings(reading.text))
        this.#findAnywhere(fold(decoded), form, found);
    }
    return found;
  }

  #findWords(text: string, form: LeakForm, found: FoundValue[]): void {
    let isWithin = false;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const isAscii = isWordUnit(unit);
      if ((isAscii ? !isWithin : unit >= 0x80) && this.#mayStart(text, at)) {
        for (let length = MIN_LENGTH; length < BEGINNING; length += 1) {
          if (isEnd(text, at + length)) this.#take(text.slice(at, at + length), form, found);
        }
        for (const length of this.#lengths.get(text.slice(at, at + BEGINNING)) ?? []) {
          if (length >= MAX_LENGTH || isEnd(text, at + length)) this.#take(text.slice(at, at + length), form, found);
        }
      }
      isWithin = isAscii;
    }
  }

  /** Looks at every place: in encoded text, words may begin and end anywhere. */
  #findAnywhere(text: string, form: LeakForm, found: FoundValue[]): void {
    for (let at = 0; at + BEGINNING <= text.length; at += 1) {
      if (!this.#mayStart(text, at)) continue;
      const lengths = this.#lengths.get(text.slice(at, at + BEGINNING));
      for (const length of lengths ?? []) this.#take(text.slice(at, at + length), form, found);
    }
  }

  #mayStart(text: string, at: number): boolean {
    const start = hashAt(text, at);
    return ((this.#starts[start >>> 3] ?? 0) & (1 << (start & 7))) !== 0;
  }

  #take(text: string, form: LeakForm, found: FoundValue[]): void {
    const traits = this.#values.get(text);
    if (traits !== undefined) found.push({ kind: traits.kind, form, text });
  }
}

/** Returns what of a text is looked for: whole words of at most 48 characters, or the beginning of a longer one. */
export function valueOf(text: string): string {
  const start = text.search(LETTER);
  if (start === -1) return '';
  const folded = fold(text.slice(start, start + MAX_LENGTH * 4));
  if (folded.length > MAX_LENGTH) {
    for (let end = MAX_LENGTH; end > MAX_LENGTH / 2; end -= 1)
      if (isEnd(folded, end) && LETTER.test(folded.charAt(end - 1))) return folded.slice(0, end);
    return folded.slice(0, MAX_LENGTH);
  }
  let end = folded.length;
  while (end > 0 && folded.charCodeAt(end - 1) < 0x80 && !isWordUnit(folded.charCodeAt(end - 1))) end -= 1;
  return folded.slice(0, end);
}

/** Hashes the first characters of a value that begins at a place: four of a word of ASCII, else three. */
function hashAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const fourth = first < 0x80 ? text.charCodeAt(at + 3) : 0;
  const last = text.charCodeAt(at + 2) ^ (fourth << 8);
  return Math.imul((first << 16) ^ (text.charCodeAt(at + 1) << 5) ^ Math.imul(last, 0x85ebca6b), 0x9e3779b1) >>> 14;
}

function isEnd(text: string, at: number): boolean {
  return at <= text.length && !(isWordUnit(text.charCodeAt(at - 1)) && isWordUnit(text.charCodeAt(at)));
}

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}
