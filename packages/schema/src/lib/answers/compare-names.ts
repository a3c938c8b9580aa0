/** Answers of which names are compared. Values that are not text count as missing. */
export type NameAnswers = Readonly<Record<string, { readonly value?: unknown } | undefined>>;

/** A part of a name. */
export type NamePart = 'first_name' | 'last_name';

/**
 * Result of comparing the two names of an applicant:
 *
 * - `same`: the name that was screened is the name on the document.
 * - `different`: it is not, in the `parts` named. A signal to have someone look.
 * - `not-comparable`: a name is missing, or the two are written in different scripts (a Thai name beside its Latin
 *   transcription), so that a difference of letters says nothing.
 */
export type NameComparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly parts: readonly [NamePart, ...NamePart[]] }
  | { readonly kind: 'not-comparable'; readonly reason: 'missing' | 'other-script' };

/**
 * Compares the name that the applicant may edit, and that is screened, with the one read from the document. Letter case,
 * diacritics, punctuation and spaces are not heeded.
 *
 * @param answers The `answers` of a submission.
 * @see Specification, "Answer"
 *
 * @example
 * compareNames({
 *   full_name_first_name: { value: 'Jose' },
 *   full_name_last_name: { value: 'Serrano' },
 *   full_name_en_first_name: { value: 'JOSÉ' },
 *   full_name_en_last_name: { value: 'SERANO' },
 * }) // { kind: 'different', parts: ['last_name'] }
 */
export function compareNames(answers: NameAnswers): NameComparison {
  const [first, last] = [partsOf(answers, 'first_name'), partsOf(answers, 'last_name')];
  if (first === undefined || last === undefined) return { kind: 'not-comparable', reason: 'missing' };
  const texts = [first, last].flatMap(({ edited, read }) => [edited, read]);
  // Both are read as Latin, the script of the document's second line; anything else has no common letters with it.
  if (!texts.every(isLatin)) return { kind: 'not-comparable', reason: 'other-script' };
  const firstDiffers = lettersOf(first.edited) !== lettersOf(first.read);
  const lastDiffers = lettersOf(last.edited) !== lettersOf(last.read);
  if (firstDiffers) return { kind: 'different', parts: lastDiffers ? ['first_name', 'last_name'] : ['first_name'] };
  return lastDiffers ? { kind: 'different', parts: ['last_name'] } : { kind: 'same' };
}

function partsOf(answers: NameAnswers, part: NamePart): { readonly edited: string; readonly read: string } | undefined {
  const edited = answers[`full_name_${part}`]?.value;
  const read = answers[`full_name_en_${part}`]?.value;
  return isName(edited) && isName(read) ? { edited, read } : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value);
}

function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\P{L}]*$/u.test(text);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
