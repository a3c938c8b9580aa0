import { formatPointer, JsonTextError, ValueFinder, Splicer } from '@idvkit/json';
import { isOneOf, isTerm, TITLES } from '@idvkit/schema/privacy';

import { isPlainName } from './plain-names.ts';
import { type KeptPaths, type Kind, shownPath } from './policy.ts';
import { type Replaced, SearchEditor } from './scrub-editor.ts';
import { replaceNoteParts, utf8Of, type CaptureNotes } from './scrub-notes.ts';

/** A string or key of a scrubbed delivery that holds an original. */
export interface Found {
  /** JSON pointer in the body, or the part of the head: `header 3`, `tag`. */
  readonly path: string;
  /** The string as it stands there, and the original. */
  readonly text: string;
  readonly value: string;
}

/** Characters of originals that are held at once; a body with more is scrubbed once more for each lot. */
const LOT_CHARS = 16 * 2 ** 20;
/** Longer texts are searched for as a whole: their words identify no one. */
const MAX_WORDED = 200;
const MAX_LENGTH = 1_000;
const WHOLE: ReadonlySet<Kind> = new Set(['identifier', 'slug', 'document-number', 'national-id', 'date'] as const);
// A domain is many people's, and may be the one that images are served from. Of what is replaced as a whole, a part may come out as it was.
const NOT_WORDS =
  /@[^\s@]+|:\/\/[^\s/?#]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+|\d(?:[ -]?\d){12}/gi;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const PADDING = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** The originals of a delivery, which its copy must not hold. */
export class Originals {
  readonly finder = new ValueFinder();
  /** Originals that identify a person wherever they stand: names of applicants, and texts that are not words. */
  readonly telling: string[] = [];
  readonly #skip: number;
  #seen = 0;
  #taken: number;

  /** @param skip Originals that earlier lots hold. */
  constructor(skip = 0) {
    this.#skip = skip;
    this.#taken = skip;
  }

  readonly add = ({ kind, path, original }: Replaced): void => {
    if (kind === 'flag') return;
    this.#seen += 1;
    if (this.#seen <= this.#skip || this.finder.chars >= LOT_CHARS) return;
    this.#taken = this.#seen;
    for (const text of valuesOf(kind, original)) {
      const value = text.replaceAll(PADDING, '');
      if (!isSearchable(value)) continue;
      this.finder.add(value, undefined);
      if (path[0] !== 'extra' && (kind === 'name' || isStrong(value))) this.telling.push(value);
    }
  };

  /** The next lot, to be given all originals again; `undefined` if all are held. */
  next(): Originals | undefined {
    return this.#taken < this.#seen ? new Originals(this.#taken) : undefined;
  }

  /** Searches a scrubbed body, and all that the copy says besides. */
  async search(body: { read(): AsyncIterable<Uint8Array> }, notes: CaptureNotes, keep: KeptPaths): Promise<Found[]> {
    const found: Found[] = [];
    const look = (text: string, path: string): void => {
      for (const { value } of this.finder.find(text)) found.push({ path, text, value });
    };
    const editor = new SearchEditor(keep, (text, path) => look(text, formatPointer(shownPath(path))));
    const splicer = new Splicer(editor, { maxValueBytes: Infinity, maxKeyBytes: Infinity });
    try {
      for await (const chunk of body.read()) splicer.write(chunk);
    } catch (error) {
      // What is not JSON was replaced as a whole.
      if (!(error instanceof JsonTextError)) throw error;
    }
    replaceNoteParts(notes, ({ text, where }) => {
      look(utf8Of(text) ?? text, where);
      return text;
    });
    return found;
  }
}

function valuesOf(kind: Kind, original: string): readonly string[] {
  // Of an image's link only the token is personal, besides the slug, which is searched for by itself.
  const token = kind === 'image-url' ? /[?&]q=([^&#]*)/.exec(original)?.[1] : undefined;
  if (token !== undefined) return [token];
  // The head of a data URI stays.
  const whole = original.slice(0, MAX_LENGTH).replace(/^data:[^,]{0,300},/, '');
  if (WHOLE.has(kind) || original.length > MAX_WORDED) return [whole];
  const words = original.replaceAll(NOT_WORDS, ' ').match(WORD) ?? [];
  return words[0] === whole ? words : [whole, ...words];
}

/**
 * Returns whether a value can be distinguished from chance (four letters or five digits, three of another script), and is not made of the
 * words that stand in any delivery: terms, titles, names of fields.
 */
function isSearchable(value: string): boolean {
  const { letters: written, digits, distinct } = countsOf(value);
  // The letter of an exponent distinguishes nothing: `5e-323` also ends `6.5e-323`.
  const letters = /^[\d.]+e[+-]?\d+$/i.test(value) ? 0 : written;
  const isEnough = /[^\0-\u007F]/.test(value)
    ? letters + digits >= 3
    : letters + digits >= 4 && (letters > 0 || digits >= 5);
  return isEnough && distinct >= 3 && !(isTerm(value) || isOneOf(value, TITLES) || isPlainName(value));
}

/** Returns whether a value is unlikely enough to be searched for in other deliveries. */
function isStrong(value: string): boolean {
  const { letters, digits } = countsOf(value);
  return (
    digits >= 11 || (letters > 0 && digits >= 2 && letters + digits >= 9) || (letters >= 10 && /[\s@]/.test(value))
  );
}

function countsOf(value: string): { readonly letters: number; readonly digits: number; readonly distinct: number } {
  let [letters, digits] = [0, 0];
  const distinct = new Set<string>();
  for (const char of value) {
    const isDigit = char < '\u0080' ? char >= '0' && char <= '9' : /\p{N}/u.test(char);
    if (!isDigit && !(char < '\u0080' ? /[A-Za-z]/.test(char) : /\p{L}/u.test(char))) continue;
    if (isDigit) digits += 1;
    else letters += 1;
    if (distinct.size < 3) distinct.add(char);
  }
  return { letters, digits, distinct: distinct.size };
}
