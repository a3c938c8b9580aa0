import { isNationalId, nationalIdCheckDigit } from '@idvkit/schema';

import type { ScrubKey } from './scrub-key.ts';

const CONSONANTS = 'bdfghjklmnprstvwyz';
const VOWELS = 'aeiou';
/** Letters for words of any script but Latin: a receiver sees that its text is not ASCII. */
const THAI = 'กขคงจชดตทนบปพมยรลวสหอ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const REPLACED = /[\dA-Za-z]|[^\0-\u007F]/gu;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** Years from which on a date keeps its year: of documents, whether they are valid matters, and few applicants were born since. */
const FIRST_KEPT_YEAR = 2006;
const FIRST_YEAR = 1940;
const DAY_MS = 86_400_000;

/** Generated values of the same kind as originals: always the same for an original and a key. */
export class Pseudonyms {
  readonly #key: ScrubKey;

  constructor(key: ScrubKey) {
    this.#key = key;
  }

  /** Replaces a word, whatever its case and accents: a name reads the same in an answer, in a hit and in an article. */
  word(text: string): string {
    const letters = lettersOf(text);
    // Names of currencies and countries keep their length.
    return styledLike(text, this.#letters(letters, /^[a-z]{1,3}$/.test(letters) ? letters.length : undefined));
  }

  /** Replaces a name as a whole, so that names are equal that were: `compareNames` heeds letters only. @see Specification, "Answer" */
  name(text: string): string {
    return styledLike(text, this.#letters(lettersOf(text)));
  }

  /** Replaces a text by lower-case letters of ASCII: for hosts. */
  label(text: string): string {
    const letters = lettersOf(text);
    return this.#letters(/^[a-z]+$/.test(letters) ? letters : Buffer.from(letters).toString('hex'));
  }

  /** Replaces ASCII digits. Leading zeros stay, and a national id becomes another one. */
  digits(text: string): string {
    if (isNationalId(text)) {
      const twelve = `${text[0]}${this.#key.permuted(text.slice(1, 12), { isNumber: false })}`;
      return `${twelve}${nationalIdCheckDigit(twelve)}`;
    }
    // A mobile number is the same with its country and without.
    const [, before = '', number = text] = /^(66|0+)([1-9]\d{8})$/.exec(text) ?? /^(0+)([1-9]\d*)$/.exec(text) ?? [];
    return Number(text) === 0 ? text : before + this.#key.permuted(number, { isNumber: true });
  }

  /** Replaces an integer by one that JSON readers hold exactly, if it is one. */
  integer(digits: string): string {
    let made = this.digits(digits);
    while (Number(made) > Number.MAX_SAFE_INTEGER && Number(digits) <= Number.MAX_SAFE_INTEGER)
      made = this.#key.permuted(made, { isNumber: true });
    return made;
  }

  /** Replaces an opaque identifier: digits by digits, letters by letters; the rest stays. A UUID keeps version and variant. */
  token(text: string): string {
    if (/^\d+$/.test(text)) return this.digits(text);
    const isUuid = UUID.test(text);
    const isHex = isUuid || (text.length >= 8 && /\d/.test(text) && /^(?:[\da-f_-]+|[\dA-F_-]+)$/.test(text));
    const isCapital = /[A-Z]/.test(text) && !/[a-z]/.test(text);
    for (let attempt = 0; ; attempt += 1) {
      const draw = this.#key.draws(`token ${attempt}`, text.toLowerCase());
      const made = text.replaceAll(REPLACED, (char, at: number) => {
        if (isUuid && (at === 14 || at === 19)) return char;
        const drawn = isHex ? HEX[draw(16)] : char <= '9' ? String(draw(10)) : LOWER[draw(26)];
        return (isHex ? isCapital : char >= 'A' && char <= 'Z') ? (drawn ?? '').toUpperCase() : (drawn ?? '');
      });
      if (made !== text || text.search(REPLACED) === -1) return made;
    }
  }

  /** Replaces a date: one before 2006 by any from 1940 to 2005, a later one by another of its year. `undefined` if it does not exist. */
  date({ year, month, day }: CalendarDate): CalendarDate | undefined {
    const date = new Date(Date.UTC(year, month - 1, day));
    if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
    const draw = this.#key.draws('date', date.toISOString());
    for (;;) {
      const first = Date.UTC(year < FIRST_KEPT_YEAR ? FIRST_YEAR + draw(FIRST_KEPT_YEAR - FIRST_YEAR) : year, 0, 1);
      const made = new Date(first + draw(365) * DAY_MS);
      if (made.getTime() !== date.getTime())
        return { year: made.getUTCFullYear(), month: made.getUTCMonth() + 1, day: made.getUTCDate() };
    }
  }

  /** Replaces an address by one of a private network, or of the prefix for documentation. */
  ip(text: string): string {
    const draw = this.#key.draws('ip', text);
    if (!text.includes(':')) return `10.${draw(256)}.${draw(256)}.${draw(256)}`;
    return `2001:db8:${Array.from({ length: 6 }, () => draw(2 ** 16).toString(16)).join(':')}`;
  }

  #letters(letters: string, length?: number): string {
    const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(letters);
    for (let attempt = 0; ; attempt += 1) {
      const draw = this.#key.draws(`word ${attempt}`, letters);
      const size = 5 + draw(5);
      const made = Array.from({ length: length ?? size }, (_, at) => {
        const alphabet = isLatin ? (at % 2 === 0 ? CONSONANTS : VOWELS) : THAI;
        return alphabet[draw(alphabet.length)];
      }).join('');
      if (made !== letters) return made;
    }
  }
}

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns the letters of a text as names are compared; of a text without any, the text. */
function lettersOf(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? text : letters.toLowerCase();
}

function styledLike(original: string, word: string): string {
  const text = original.normalize('NFKD');
  if (text === text.toLowerCase()) return word;
  return text.length > 1 && text === text.toUpperCase()
    ? word.toUpperCase()
    : word.charAt(0).toUpperCase() + word.slice(1);
}
