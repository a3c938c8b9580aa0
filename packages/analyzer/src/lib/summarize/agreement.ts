/** How a value of a hit compares with one of the applicant. Nothing more is concluded from it. */
export type Agreement = 'agrees' | 'differs' | 'not-given' | 'unclear';

/** Result of a comparison, and the index of the value that decided it. */
export interface Compared {
  readonly agrees: Agreement;
  readonly index: number;
}

/** Compares two texts: `undefined` if they are of other forms. */
type Compare = (text: string, own: string) => boolean | undefined;

/** Compares the values of a hit with those of the applicant. One that agrees is enough. */
export function agreementOf(texts: readonly string[], own: readonly string[], compare: Compare): Compared {
  if (texts.length === 0 || own.length === 0) return { agrees: 'not-given', index: 0 };
  const results = texts.map((text) => own.map((each) => compare(text, each)));
  const agreeing = results.findIndex((each) => each.includes(true));
  if (agreeing >= 0) return { agrees: 'agrees', index: agreeing };
  const differing = results.findIndex((each) => each.includes(false));
  return differing < 0 ? { agrees: 'unclear', index: 0 } : { agrees: 'differs', index: differing };
}

/** Compares the words of names, in any order, without case and marks. Other scripts have no common letters. */
export const sameName: Compare = (text, own) => {
  const [words, ownWords] = [wordsOf(text), wordsOf(own)];
  if (words === ownWords) return true;
  return isLatin(text) === isLatin(own) ? false : undefined;
};

/** Compares what both dates have of year, month and day. */
export const sameDate: Compare = (text, own) => {
  const [parts, ownParts] = [partsOf(text), partsOf(own)];
  if (!parts || !ownParts) return undefined;
  return parts.every((part, index) => ownParts[index] === undefined || part === ownParts[index]);
};

/** Compares countries by their English names or codes of two letters. */
export const sameCountry: Compare = (text, own) => {
  if (countryOf(text) === countryOf(own)) return true;
  // A code of three letters, or a name in another language, has no name here.
  return [text, own].some((each) => /^[A-Z]{3}$/.test(each) || !isLatin(each)) ? undefined : false;
};

function wordsOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (letters.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\P{L}]*$/u.test(text);
}

function partsOf(date: string): readonly string[] | undefined {
  return /^\d{4}(?:-\d\d){0,2}(?=$|T)/.exec(date)?.[0].split('-');
}

function countryOf(text: string): string {
  const name = /^[A-Z]{2}$/.test(text) ? new Intl.DisplayNames('en', { type: 'region' }).of(text) : text;
  return wordsOf(name ?? text);
}
