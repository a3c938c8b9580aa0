import { type View, viewsOf } from './decoded-views.ts';

/** A part of a text that holds something learned, and its replacement. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

interface Learned {
  readonly value: string;
  readonly folded: string;
  readonly label: string;
  /** Set if it counts only as a whole word or number: short ones turn up inside others by chance. */
  readonly apart: 'word' | 'number' | undefined;
}

const GRAM = 4;
/** Shorter values are not searched for. */
const MIN_LENGTH = 2;
/** Values of at least this length count wherever they stand. */
const LONG = 6;
/** A value that is cut off after this many characters still counts as found. */
const BEGINNING = 32;
/** Values with the same beginning that are distinguished: a service could send any number. */
const MAX_ALIKE = 8;
const MAX_NESTING = 2;

/** Values that nobody else may read: millions of them, found in time that grows only with the text, in any encoding. */
export class LearnedValues {
  /** Values by their first 32 characters, folded. */
  readonly #alike = new Map<string, Learned[]>();
  /** Lengths of those beginnings by their first four characters: at most 31. */
  readonly #lengths = new Map<string, Set<number>>();

  /** Learns a value. Its first label stays. */
  learn(value: string, label: string): void {
    if (value.length < MIN_LENGTH) return;
    const folded = fold(value);
    const beginning = folded.slice(0, BEGINNING);
    const alike = this.#alike.get(beginning);
    if (alike === undefined) this.#alike.set(beginning, [{ value, folded, label, apart: standsApart(value) }]);
    else if (alike.length < MAX_ALIKE && alike.every((known) => known.value !== value)) {
      alike.push({ value, folded, label, apart: standsApart(value) });
    }
    const gram = beginning.slice(0, GRAM);
    const lengths = this.#lengths.get(gram);
    if (lengths === undefined) this.#lengths.set(gram, new Set([beginning.length]));
    else lengths.add(beginning.length);
  }

  /** Finds learned values in order, without overlaps. */
  find(text: string): readonly Found[] {
    return this.#find(text, 0);
  }

  isIn(text: string): boolean {
    return this.find(text).length > 0;
  }

  #find(text: string, nesting: number): readonly Found[] {
    const found: Found[] = [];
    for (const view of viewsOf(text)) {
      for (const each of this.#findIn(view, nesting > 0 ? LONG : MIN_LENGTH)) found.push(each);
      if (nesting >= MAX_NESTING) continue;
      for (const run of binaryRuns(view.text)) {
        const inside = run.readings.flatMap((reading) => this.#find(reading, nesting + 1))[0];
        if (inside !== undefined) found.push(inSource(view, { ...run, label: inside.label }));
      }
    }
    return merged(found);
  }

  *#findIn(view: View, atLeast: number): Generator<Found> {
    const folded = fold(view.text);
    const both = { text: view.text, folded };
    // Noise of binary readings contains short values by chance: there, only a whole reading counts.
    const whole = this.#alike.get(folded.slice(0, BEGINNING))?.find(({ value }) => value === view.text);
    if (whole !== undefined) yield inSource(view, { start: 0, end: view.text.length, label: whole.label });
    for (let index = 0; index < folded.length; index += 1) {
      const found = this.#longestAt(both, index);
      if (found === undefined || found.end - index < atLeast) continue;
      yield inSource(view, found);
      index = found.end - 1;
    }
  }

  #longestAt(both: FoldedText, index: number): Found | undefined {
    const { text, folded } = both;
    let longest: Found | undefined;
    for (let gram = MIN_LENGTH; gram <= GRAM; gram += 1) {
      for (const length of this.#lengths.get(folded.slice(index, index + gram)) ?? []) {
        // Values of at least the length of a gram are filed only under whole grams.
        if (gram < GRAM && length !== gram) continue;
        const alike = this.#alike.get(folded.slice(index, index + length)) ?? [];
        for (const learned of alike) {
          const isOneOfMany = alike.length === MAX_ALIKE && length === BEGINNING;
          const end = isOneOfMany ? text.length : matchEnd(learned, both, index);
          if (end !== undefined && end > (longest?.end ?? index)) longest = { start: index, end, label: learned.label };
        }
      }
    }
    return longest;
  }
}

interface FoldedText {
  readonly text: string;
  readonly folded: string;
}

/** Returns the end of `learned`, which begins at `index`; undefined if it does not count. */
function matchEnd(learned: Learned, { text, folded }: FoldedText, index: number): number | undefined {
  const { folded: value, apart } = learned;
  let end = index + Math.min(value.length, BEGINNING);
  while (end - index < value.length && value[end - index] === folded[end]) end += 1;
  if (apart === undefined) return end;
  const inner = apart === 'number' ? /\d/ : /[\p{L}\p{N}]/u;
  if (inner.test(text.charAt(index - 1)) || inner.test(text.charAt(end))) return undefined;
  // Only their case distinguishes the shortest from ordinary words.
  return value.length < GRAM && text.slice(index, end) !== learned.value ? undefined : end;
}

function standsApart(value: string): Learned['apart'] {
  if (/^\d+$/.test(value)) return value.length < 9 ? 'number' : undefined;
  return value.length < LONG ? 'word' : undefined;
}

/** Lower-cases each UTF-16 unit, so that positions stay. */
function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the range is that of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    const lower = unit.toLowerCase();
    folded += lower.length === 1 ? lower : unit;
  }
  return folded;
}

function inSource(view: View, { start, end, label }: Found): Found {
  return { start: view.starts[start] ?? 0, end: view.ends[end - 1] ?? view.text.length, label };
}

/** Merges overlaps; the first label stays. */
function merged(found: readonly Found[]): readonly Found[] {
  const apart: Found[] = [];
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
const HEX = /(?:[\da-f]{2}){4,}/gi;

/** Finds base64 (of either alphabet, in each of its four alignments) and hexadecimal digits. */
function* binaryRuns(text: string): Generator<BinaryRun> {
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const readings = [0, 1, 2, 3].map((offset) => read(run.slice(offset), 'base64'));
    yield { start: index, end: index + run.length, readings };
  }
  for (const { 0: run, index } of text.matchAll(HEX)) {
    yield { start: index, end: index + run.length, readings: [read(run, 'hex'), read(run.slice(1), 'hex')] };
  }
}

function read(run: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(run, encoding).toString('utf8');
}
