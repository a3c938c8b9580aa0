import { isOneOf, isTerm, TITLES } from '@idvkit/schema/privacy';

import type { Kind } from '../policy.ts';
import type { Replaced } from '../scrub-editor.ts';
import { LeakIndex, valueOf } from './leak-index.ts';

/** Characters of values that are held at once; a body with more is read once more for each lot. */
const LOT_CHARS = 16 * 2 ** 20;

/** Values of one body to look for, up to a limit of memory. */
export class LeakValues {
  readonly index: LeakIndex = new LeakIndex();
  readonly #skip: number;
  readonly #lotChars: number;
  /** Originals that were given, and those of them that are held. */
  #seen = 0;
  #taken: number;

  /** @param options.skip Originals that earlier lots hold. */
  constructor({ skip = 0, lotChars = LOT_CHARS }: { readonly skip?: number; readonly lotChars?: number } = {}) {
    this.#skip = skip;
    this.#lotChars = lotChars;
    this.#taken = skip;
  }

  add({ kind, path, original }: Replaced): void {
    if (kind === 'flag') return;
    this.#seen += 1;
    if (this.#seen <= this.#skip || this.index.chars >= this.#lotChars) return;
    this.#taken = this.#seen;
    const wordByWord = isAboutApplicant(path);
    for (const text of textsOf(kind, original, wordByWord)) {
      const value = valueOf(text);
      if (!this.index.has(value) && isSearchable(value))
        this.index.add(value, { kind, isWide: wordByWord || isStrong(value) });
    }
  }

  /** The values that are not held yet, once they are given again; `undefined` if all are. */
  next(): LeakValues | undefined {
    return this.#taken < this.#seen ? new LeakValues({ skip: this.#taken, lotChars: this.#lotChars }) : undefined;
  }
}

/** Values of screenings are searched for as a whole: the words of an article are nobody's. */
function isAboutApplicant([section, part, , , member]: readonly (string | number)[]): boolean {
  return section !== 'extra' || part === 'ekyc' || (part === 'identity_aml' && member === 'input');
}

const WHOLE: ReadonlySet<Kind> = new Set(['identifier', 'slug', 'document-number', 'national-id', 'date'] as const);
// A domain is many people's, and may be the one that images are served from. Of what is replaced as a whole, a part may come out as it was.
const NOT_WORDS = /@[^\s@]+|:\/\/[^\s/?#]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d(?:[ -]?\d){12}/gi;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

function textsOf(kind: Kind, original: string, wordByWord: boolean): readonly string[] {
  // Of an image's link only the token is personal, beside the slug, which is looked for by itself.
  const token = kind === 'image-url' ? /[?&]q=([^&#]*)/.exec(original)?.[1] : undefined;
  if (token !== undefined) return [token];
  if (!wordByWord || WHOLE.has(kind)) return [original];
  return [original, ...(original.replaceAll(NOT_WORDS, ' ').match(WORD) ?? [])];
}

/** Returns whether a value can be distinguished from chance, and from what stands in any delivery: terms, titles, `00000`. */
function isSearchable(value: string): boolean {
  const { letters: written, digits, distinct } = countsOf(value);
  // The letter of an exponent distinguishes nothing: `5e-323` also ends `6.5e-323`.
  const letters = /^[\d.]+e[+-]?\d+$/.test(value) ? 0 : written;
  if (distinct < 3 || isTerm(value) || isOneOf(value, TITLES)) return false;
  if (/[^\0-\u007F]/.test(value)) return letters + digits >= 3;
  return letters + digits >= 4 && (letters > 0 || digits >= 5);
}

/** Returns whether a value is unlikely enough to be looked for everywhere, not just where it came from. */
export function isStrong(value: string): boolean {
  const { letters, digits } = countsOf(value);
  return (
    digits >= 11 || (letters > 0 && digits >= 2 && letters + digits >= 9) || (letters >= 10 && /[\s@]/.test(value))
  );
}

/** Returns whether a value cannot be chance in a text that was kept: a short word may be part of a form's name. */
export function isTelling(value: string): boolean {
  const { letters, digits } = countsOf(value);
  if (letters === 0) return digits >= 11;
  return letters + digits >= 8 || (letters + digits >= 3 && /[^\0-\u007F]/.test(value));
}

function countsOf(value: string): { readonly letters: number; readonly digits: number; readonly distinct: number } {
  let [letters, digits] = [0, 0];
  const distinct = new Set<string>();
  for (const char of value) {
    const isAscii = char < '\u0080';
    if (isAscii ? char >= '0' && char <= '9' : /\p{N}/u.test(char)) digits += 1;
    else if (isAscii ? char >= 'a' && char <= 'z' : /[\p{L}\p{M}]/u.test(char)) letters += 1;
    else continue;
    if (distinct.size < 3 && !/\p{M}/u.test(char)) distinct.add(char);
  }
  return { letters, digits, distinct: distinct.size };
}
