import { privacyOf } from '@idvkit/schema/privacy';

import { chooseOffsetDays, dayOf, shiftedDate } from './dates.ts';
import { replaceNationalId, replaceToken } from './opaque.ts';
import { scriptOf } from './scripts.ts';
import type { ScrubKey } from './scrub-key.ts';
import { canonicalWord, pseudoWord } from './words.ts';

const LETTER_RUN = /[\p{L}\p{M}]+/gu;
/** Shorter ones would be found within other words. */
const MIN_LITERAL_LENGTH = 6;
const MIN_NAME_LENGTH = 4;
/** Shorter names are found within other words by chance. */
const MIN_LENGTH_WITHIN = 5;
const CAMEL_WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
const MAX_WORDS = 100_000;

/** An applicant, and how each thing known of them is replaced wherever it stands. */
export class Subject {
  readonly key: ScrubKey;
  readonly slug: string;
  readonly offsetDays: number;
  readonly #birth: string | undefined;
  /** Exact texts that may stand within longer ones, longest first, and what stands for each. */
  readonly literals: readonly (readonly [original: string, replacement: string])[];
  /** Words of the applicant's names in scripts without spaces. */
  readonly unspacedNames: readonly string[];
  /** Words of which the made-up ones are bound to one another. */
  readonly #bound = new Map<string, string>();
  readonly #words = new Map<string, string>();
  /** Canonical words that must not be made up: they are somebody's real ones. */
  readonly #taken = new Set<string>();

  /** Words of the applicant's names, in canonical form, that are hardly ever met by chance. */
  readonly #names: readonly string[];

  /** @param facts Answers by name, `slug` and `submitted_at`, as written. */
  constructor(key: ScrubKey, facts: Readonly<Record<string, string>>) {
    this.key = key;
    const { slug = '', submitted_at: submittedAt, nid, document_number: documentNumber } = facts;
    const { date_of_birth: birth, date_of_issue: issue, date_of_expiry: expiry } = facts;
    this.slug = slug;
    const draw = key.draws('dates', nid ?? documentNumber ?? slug);
    this.offsetDays = chooseOffsetDays({ birth, issue, expiry, submittedAt }, draw);
    this.#birth = dayOf(birth) === undefined ? undefined : birth;
    const literals = new Map<string, string>();
    for (const text of [slug, nid, documentNumber]) {
      if (text === undefined || text.length < MIN_LITERAL_LENGTH || !/[\dA-Za-z]/.test(text)) continue;
      literals.set(text, replaceNationalId(key, text) ?? replaceToken(key, text));
    }
    this.literals = [...literals].toSorted(([one], [other]) => other.length - one.length);

    const words = Object.entries(facts).flatMap(([field, text]) =>
      privacyOf(['answers', field, 'value']).kind === 'name' ? (text.match(LETTER_RUN) ?? []) : [],
    );
    for (const word of words) this.#taken.add(canonicalWord(word));
    this.#names = [...this.#taken].filter((name) => name.length >= MIN_NAME_LENGTH);
    this.unspacedNames = words
      .filter((word) => word.length > 1 && scriptOf(word.codePointAt(0) ?? 0)?.unspaced === true)
      .toSorted((one, other) => other.length - one.length);
    for (const part of ['first_name', 'last_name']) {
      this.#keepMatch(facts[`full_name_${part}`], facts[`full_name_en_${part}`]);
    }
  }

  wordFor(canonical: string): string {
    const known = this.#bound.get(canonical) ?? this.#words.get(canonical);
    if (known !== undefined) return known;
    const word = pseudoWord(this.key, canonical, this.#taken);
    if (this.#words.size >= MAX_WORDS) this.#words.clear();
    this.#words.set(canonical, word);
    return word;
  }

  /** Forgets what can be made up again, so that many subjects can be kept. */
  forgetWords(): void {
    this.#words.clear();
  }

  /** Returns whether a key or a segment of a path holds something known of the applicant. */
  isIn(name: string): boolean {
    if (this.literals.some(([literal]) => name.includes(literal))) return true;
    const words = [...name.split(/[^A-Za-z]+/), ...(name.match(CAMEL_WORD) ?? [])].map(canonicalWord);
    return words.some((word) =>
      this.#names.some((each) => word === each || (each.length >= MIN_LENGTH_WITHIN && word.includes(each))),
    );
  }

  /** Returns the year that stands for another: that of the moved birth date, or of the moved middle of the year. */
  yearFor(year: number): number {
    const [birthYear, month, day] = (this.#birth ?? '').split('-').map(Number);
    const date = year === birthYear ? { year, month: month ?? 7, day: day ?? 1 } : { year, month: 7, day: 1 };
    return shiftedDate(date, this.offsetDays)?.year ?? year;
  }

  /** Makes the edited name and that of the document match exactly if they did before, as `compareNames` compares them. */
  #keepMatch(edited: string | undefined, read: string | undefined): void {
    if (edited === undefined || read === undefined) return;
    const [editedWords, readWords] = [edited, read].map((name) => (name.match(LETTER_RUN) ?? []).map(canonicalWord));
    if (editedWords === undefined || readWords === undefined || readWords.length === 0) return;
    const same = editedWords.join('') === readWords.join('');
    const made = (words: readonly string[]): string => words.map((word) => this.wordFor(word)).join('');
    if (same && editedWords.join(' ') !== readWords.join(' ')) {
      // The same letters in other words, ONEILL for O'Neill: the made-up letters are dealt out to those words.
      const letters = Array.from(made(editedWords));
      readWords.forEach((word, index) => {
        const share =
          index === readWords.length - 1 ? letters.length : Math.max(1, Math.round(letters.length / readWords.length));
        this.#bound.set(word, letters.splice(0, share).join(''));
      });
    } else if (!same) {
      for (let attempt = 0; made(editedWords) === made(readWords) && attempt < 50; attempt += 1) {
        const word = readWords.find((each) => !editedWords.includes(each)) ?? readWords[0] ?? '';
        this.#taken.add(this.wordFor(word));
        this.#bound.set(word, pseudoWord(this.key, word, this.#taken));
      }
    }
  }
}
