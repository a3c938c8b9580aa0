import { LATIN, LIKE_LETTERS, scriptOf, type Script } from './scripts.ts';
import type { ScrubKey } from './scrub-key.ts';

/** Upper ends of the classes of length that a word stays in. */
const LENGTH_CLASSES = [1, 2, 3, 5, 8, 12, 18];
const NO_LETTER = new RegExp(String.raw`[^\p{L}\p{N}${LIKE_LETTERS}]`, 'gu');
const MARK = /\p{M}/gu;
const ASCII_LETTERS = /^[A-Za-z]*$/;

/** Returns a word as names are compared: letters and digits only, in lower case, without accents. @see Specification, "Answer" */
export function canonicalWord(word: string): string {
  if (ASCII_LETTERS.test(word)) return word.toLowerCase();
  const accents = scriptOf(word.codePointAt(0) ?? 0)?.accents ?? true;
  if (!accents) return word.normalize('NFC').toLowerCase();
  return word.normalize('NFKD').replaceAll(NO_LETTER, '').toLowerCase();
}

/** Returns the lower-case word that stands for another, of the same script and class of length; never one that is `taken`. */
export function pseudoWord(key: ScrubKey, canonical: string, taken: ReadonlySet<string>): string {
  const script = scriptOf(canonical.codePointAt(0) ?? 0) ?? LATIN;
  for (let attempt = 0; ; attempt += 1) {
    const word = drawn(key.draws(`word ${attempt}`, canonical), script, Array.from(canonical).length);
    if (word !== canonical && (attempt > 50 || !taken.has(word))) return word;
  }
}

export function styledLike(original: string, word: string): string {
  if (ASCII_LETTERS.test(original)) return casedLike(original, word);
  let styled = word;
  const composed = original.normalize('NFC');
  if (
    /[^\0-\u007F]/.test(composed) &&
    scriptOf(composed.codePointAt(0) ?? 0) === LATIN &&
    composed.normalize('NFKD').search(MARK) >= 0
  ) {
    styled = styled.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => ACCENTED[vowel] ?? vowel);
  }
  styled = casedLike(original, styled);
  return composed === original ? styled : styled.normalize('NFD');
}

function casedLike(original: string, word: string): string {
  if (original === original.toLowerCase()) return word;
  const isCapitals = original.length > 1 && original === original.toUpperCase() && Array.from(original).length > 1;
  return isCapitals ? word.toUpperCase() : capitalised(word);
}

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

function capitalised(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length);
}

function drawn(draw: (below: number) => number, script: Script, originalLength: number): string {
  let left = lengthLike(originalLength, draw);
  let word = '';
  while (left > 0) {
    const syllable =
      left > 1 && script.syllables.length > 0 ? (script.syllables[draw(script.syllables.length)] ?? '') : '';
    const length = Array.from(syllable).length;
    if (length > 0 && length <= left) {
      word += syllable;
      left -= length;
    } else {
      word += script.letters[draw(script.letters.length)] ?? '';
      left -= 1;
    }
  }
  return word;
}

function lengthLike(length: number, draw: (below: number) => number): number {
  const at = LENGTH_CLASSES.findIndex((upper) => length <= upper);
  if (at === -1) return length;
  const [lower, upper] = [(LENGTH_CLASSES[at - 1] ?? 0) + 1, LENGTH_CLASSES[at] ?? length];
  return lower + draw(upper - lower + 1);
}
