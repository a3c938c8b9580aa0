import { sourceEnd, sourceStart, viewsOf, type View } from './decoded-views.ts';

/** A part of a text that holds a value, however it is written there. */
export interface FoundValue<Label> {
  readonly start: number;
  readonly end: number;
  /** The value as it was added. */
  readonly value: string;
  readonly label: Label;
}

interface Known<Label> {
  readonly value: string;
  readonly folded: string;
  readonly label: Label;
  /** Set if it counts only as a whole word or number: short ones turn up inside others by chance. */
  readonly apart: 'word' | 'number' | undefined;
}

const GRAM = 4;
/** Shorter values are not searched for. */
const MIN_LENGTH = 2;
/** Values of at least this length count wherever they stand. */
const LONG = 6;
const LONG_NUMBER = 9;
/** A value that is cut off after this many characters still counts as found. */
const BEGINNING = 32;
/** Values with the same beginning that are distinguished: a service could send any number. */
const MAX_ALIKE = 8;
/** Base64 within base64 is read. */
const MAX_NESTING = 2;

/**
 * Finds values in texts: plain, in any letter case, percent-encoded, escaped, as base64 or hexadecimal digits. The time grows with
 * the text only, not with the number of values.
 *
 * @example
 * const finder = new ValueFinder<string>();
 * finder.add('Jaidee', 'a name');
 * finder.find('?who=%4Aaidee'); // [{ start: 5, end: 13, value: 'Jaidee', label: 'a name' }]
 */
export class ValueFinder<Label = undefined> {
  /** Values by their first 32 characters, folded. */
  readonly #alike = new Map<string, Known<Label>[]>();
  /** Lengths of those beginnings by their first four characters: at most 29. */
  readonly #lengths = new Map<string, number[]>();
  /** A bit for each hash of four characters that values begin with: most places of a text need no other look. */
  readonly #starts = new Uint8Array(1 << 15);
  #hasShort = false;
  /** Number of values, and their characters. */
  size = 0;
  chars = 0;

  /** Adds a value of at least two characters. Its first label stays. */
  add(given: string, label: Label): void {
    if (given.length < MIN_LENGTH) return;
    const value = isAscii(given) ? given : given.normalize('NFKC');
    const folded = fold(value);
    const beginning = folded.slice(0, BEGINNING);
    const alike = this.#alike.get(beginning);
    if (alike === undefined) this.#alike.set(beginning, [{ value, folded, label, apart: standsApart(value) }]);
    else if (alike.length < MAX_ALIKE && alike.every((known) => known.value !== value)) {
      alike.push({ value, folded, label, apart: standsApart(value) });
    } else return;
    this.size += 1;
    this.chars += value.length;
    if (beginning.length < GRAM) {
      this.#hasShort = true;
      return;
    }
    const start = hashAt(beginning, 0);
    this.#starts[start >>> 3] = (this.#starts[start >>> 3] ?? 0) | (1 << (start & 7));
    const gram = beginning.slice(0, GRAM);
    const lengths = this.#lengths.get(gram);
    if (lengths === undefined) this.#lengths.set(gram, [beginning.length]);
    else if (!lengths.includes(beginning.length)) lengths.push(beginning.length);
  }

  /** Finds values in order, without overlaps. */
  find(text: string): readonly FoundValue<Label>[] {
    return this.size === 0 ? [] : this.#find(text, 0);
  }

  isIn(text: string): boolean {
    return this.find(text).length > 0;
  }

  #find(text: string, nesting: number): readonly FoundValue<Label>[] {
    const found: FoundValue<Label>[] = [];
    for (const view of viewsOf(text)) {
      this.#findIn(view, nesting > 0 ? LONG : MIN_LENGTH, found);
      if (nesting >= MAX_NESTING) continue;
      for (const { start, end, readings } of binaryRuns(view.text)) {
        const inside = readings.flatMap((reading) => this.#find(reading, nesting + 1))[0];
        if (inside !== undefined) found.push({ ...inside, start: sourceStart(view, start), end: sourceEnd(view, end) });
      }
    }
    return found.length < 2 ? found : merged(found);
  }

  #findIn(view: View, atLeast: number, found: FoundValue<Label>[]): void {
    const { text } = view;
    const folded = fold(text);
    const add = (known: Known<Label>, start: number, end: number): void => {
      const { value, label } = known;
      found.push({ start: sourceStart(view, start), end: sourceEnd(view, end), value, label });
    };
    // Noise of binary readings contains short values by chance: there, only a whole reading counts.
    const whole = this.#alike.get(folded.slice(0, BEGINNING))?.find(({ value }) => value === text);
    if (whole !== undefined) add(whole, 0, text.length);
    const starts = this.#starts;
    for (let at = 0; at < folded.length; at += 1) {
      const start = hashAt(folded, at);
      if (!this.#hasShort && ((starts[start >>> 3] ?? 0) & (1 << (start & 7))) === 0) continue;
      const longest = this.#longestAt(text, folded, at);
      if (longest === undefined || longest.end - at < atLeast) continue;
      add(longest.known, at, longest.end);
      at = longest.end - 1;
    }
  }

  #longestAt(text: string, folded: string, at: number): Match<Label> | undefined {
    let longest: Match<Label> | undefined;
    for (const length of this.#lengths.get(folded.slice(at, at + GRAM)) ?? [])
      longest = longer(longest, this.#matchAt({ text, folded, at }, length));
    if (longest !== undefined || !this.#hasShort || isWithin(text, at, 'word')) return longest;
    return longer(this.#matchAt({ text, folded, at }, 2), this.#matchAt({ text, folded, at }, 3));
  }

  #matchAt(place: TextPlace, length: number): Match<Label> | undefined {
    const alike = this.#alike.get(place.folded.slice(place.at, place.at + length));
    if (alike === undefined) return undefined;
    let longest: Match<Label> | undefined;
    const isOneOfMany = alike.length === MAX_ALIKE && length === BEGINNING;
    for (const known of alike) {
      const end = isOneOfMany ? place.text.length : matchEnd(known, place);
      if (end !== undefined) longest = longer(longest, { known, end });
    }
    return longest;
  }
}

interface Match<Label> {
  readonly known: Known<Label>;
  readonly end: number;
}

interface TextPlace {
  readonly text: string;
  readonly folded: string;
  readonly at: number;
}

function longer<Label>(one: Match<Label> | undefined, other: Match<Label> | undefined): Match<Label> | undefined {
  return one === undefined || (other !== undefined && other.end > one.end) ? other : one;
}

/** Returns the end of a value that begins at a place; undefined if it does not count. */
function matchEnd(
  { value, folded: wanted, apart }: Known<unknown>,
  { text, folded, at }: TextPlace,
): number | undefined {
  let end = at + Math.min(wanted.length, BEGINNING);
  while (end - at < wanted.length && wanted[end - at] === folded[end]) end += 1;
  if (apart === undefined) return end;
  if (isWithin(text, at, apart) || isWithin(text, end, apart)) return undefined;
  // Only their case distinguishes the shortest from ordinary words.
  return wanted.length < GRAM && text.slice(at, end) !== value ? undefined : end;
}

function standsApart(value: string): Known<unknown>['apart'] {
  if (/^\d+$/.test(value)) return value.length < LONG_NUMBER ? 'number' : undefined;
  return value.length < LONG ? 'word' : undefined;
}

const WORD = /[\p{L}\p{N}]/u;

/** Returns whether a place is within a word or a number. In `phoneOfAnna`, the capitals begin words. */
function isWithin(text: string, at: number, kind: 'word' | 'number'): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (before === '' || after === '') return false;
  if (kind === 'number') return isDigit(before) && isDigit(after);
  if (!WORD.test(before) || !WORD.test(after)) return false;
  return !(/\p{Ll}/u.test(before) && /\p{Lu}/u.test(after));
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function hashAt(text: string, at: number): number {
  const last = text.charCodeAt(at + 2) ^ (text.charCodeAt(at + 3) << 8);
  return (
    Math.imul(
      (text.charCodeAt(at) << 16) ^ (text.charCodeAt(at + 1) << 5) ^ Math.imul(last, 0x85ebca6b),
      0x9e3779b1,
    ) >>> 14
  );
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range is that of ASCII
  return /^[\u0000-\u007f]*$/.test(text);
}

/** Lower-cases each UTF-16 unit, so that positions stay. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : text.charAt(at);
  }).join('');
}

/** Merges overlaps; the first label stays. */
function merged<Label>(found: readonly FoundValue<Label>[]): readonly FoundValue<Label>[] {
  const apart: FoundValue<Label>[] = [];
  for (const next of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push(next);
    else if (next.end > last.end) apart[apart.length - 1] = { ...last, end: next.end };
  }
  return apart;
}

/** A part of a text that may be encoded bytes, and their readings. */
interface BinaryRun {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly string[];
}

const BASE64 = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
/** Characters of base64 that a long value takes. */
const MIN_BASE64 = 8;
const HEX = /(?:[\da-f]{2}){4,}[\da-f]?/gi;
const CHARACTER = String.raw`(?:[\t\n\r\u0020-\u007E]|[\u00C2-\u00F4][\u0080-\u00BF]{1,3})`;
/** Bytes of UTF-8 with as many characters as a value has at least, or of UTF-8 as a whole. */
const MAY_BE_TEXT = new RegExp(`${CHARACTER}{${LONG}}|^${CHARACTER}{2,5}$`);

/** Finds base64 (of either alphabet, in each of its four alignments) and hexadecimal digits that may stand for text. */
function binaryRuns(text: string): readonly BinaryRun[] {
  const runs: BinaryRun[] = [];
  const add = (run: string, start: number, encoding: 'base64' | 'hex'): void => {
    const readings: string[] = [];
    const [offsets, least] = encoding === 'hex' ? [2, 2 * LONG] : [4, MIN_BASE64];
    for (let offset = 0; offset < offsets; offset += 1) {
      // What is too short for a long value counts only as a whole.
      if (offset > 0 && run.length - offset < least) break;
      const bytes = Buffer.from(run.slice(offset), encoding);
      if (MAY_BE_TEXT.test(bytes.toString('latin1'))) readings.push(bytes.toString());
    }
    if (readings.length > 0) runs.push({ start, end: start + run.length, readings });
  };
  if (text.search(BASE64) === -1) return runs;
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    add(run, index, 'base64');
    for (const hex of run.matchAll(HEX)) add(hex[0], index + hex.index, 'hex');
  }
  return runs;
}
