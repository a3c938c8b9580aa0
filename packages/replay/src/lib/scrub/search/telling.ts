import type { Kind } from '../policy.ts';
import { isEnumLike, isTitle } from '../vocabulary.ts';

const WHOLE: ReadonlySet<Kind> = new Set(['identifier', 'slug', 'document-number', 'national-id', 'date'] as const);
const NOT_WORDS = /@[^\s@]+|:\/\/[^\s/?#]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d(?:[ -]?\d){12}/gi;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Characters of a text by which it is known. */
const ENOUGH = 48;

/**
 * Takes an original apart into what can be searched for: its words where they are about the applicant, and else the whole of
 * it. Left out is what stands in any delivery: words of closed lists, honorifics, and what is too short to be told from
 * chance.
 *
 * @param wordByWord Whether single words of it would give it away as well.
 */
export function leakTextsOf(kind: Kind, original: string, wordByWord: boolean): readonly string[] {
  // Of an image's link only the token is personal, beside the slug, which is looked for by itself.
  const token = kind === 'image-url' ? /[?&]q=([^&#]*)/.exec(original)?.[1] : undefined;
  const text = token ?? original.trim();
  const whole = isSearchable(beginningOf(text)) ? [text] : [];
  if (token !== undefined || !wordByWord || WHOLE.has(kind)) return whole;
  // A domain is many people's, and may be the one that images are served from. Of what is replaced as a whole, a part may
  // come out as it was.
  const words = text.replaceAll(NOT_WORDS, ' ').match(WORD) ?? [];
  return [...new Set([...whole, ...words.filter((word) => isSearchable(beginningOf(word)))])];
}

/** Enough of a text to judge it by. */
export function beginningOf(text: string): string {
  return text.length <= ENOUGH
    ? text
    : Array.from(text.slice(0, ENOUGH * 2))
        .slice(0, ENOUGH)
        .join('');
}

/** Tells whether a text can be told from what stands in any delivery, and from chance. */
export function isSearchable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  if (isEnumLike(text) || isTitle(text)) return false;
  // 00000 and aaaa stand for nothing, and stand everywhere.
  if (new Set(text.toLowerCase().match(/[\p{L}\p{N}]/gu)).size < 3) return false;
  const isAscii = !/[^\0-\u007F]/.test(text);
  return isAscii ? letters + digits >= 4 && (letters > 0 || digits >= 5) : letters + digits >= 3;
}

/** Tells whether a text is unlikely enough to be looked for everywhere, not just where it came from. */
export function isStrong(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return digits >= 11 || (letters > 0 && digits >= 2 && letters + digits >= 9) || (letters >= 10 && /[\s@]/.test(text));
}

/**
 * Whether a value that is met in what was kept can be no chance: a short word may be part of a form's name, a few digits part
 * of a time.
 */
export function isTelling(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  if (letters === 0) return digits >= 11;
  return letters + digits >= 8 || (letters + digits >= 3 && /[^\0-\u007F]/.test(text));
}
