/** How a value of a hit compares with one of the applicant. Nothing more is concluded from it. */
export type Agreement = 'agrees' | 'differs' | 'not-given' | 'unclear';

/** Result of a comparison, and the index of the value that decided it. */
export interface Compared {
  readonly agrees: Agreement;
  readonly index: number;
}

/** Compares two texts: `undefined` if they are of other forms. */
type Compare = (text: string, own: string) => boolean | undefined;

/** Compares the values of a hit with those of the applicant. One that agrees is enough; they differ only if all can be compared. */
export function agreementOf(texts: readonly string[], own: readonly string[], compare: Compare): Compared {
  if (texts.length === 0 || own.length === 0) return { agrees: 'not-given', index: 0 };
  const results = texts.map((text) => own.map((each) => compare(text, each)));
  const agreeing = results.findIndex((each) => each.includes(true));
  if (agreeing >= 0) return { agrees: 'agrees', index: agreeing };
  const unclear = results.findIndex((each) => each.includes(undefined));
  return unclear < 0 ? { agrees: 'differs', index: 0 } : { agrees: 'unclear', index: unclear };
}

/** Compares the words of names, in any order, without case. Marks are left out of Latin and Greek only: elsewhere, they make another letter. */
export const sameName: Compare = (text, own) => {
  const [words, ownWords] = [wordsOf(text), wordsOf(own)];
  if (words === '' || ownWords === '') return undefined;
  if (words === ownWords) return true;
  const script = scriptOf(words);
  if (script === undefined || script !== scriptOf(ownWords)) return undefined;
  return withoutMarks(words) === withoutMarks(ownWords) ? undefined : false;
};

/** Compares what both dates have of year, month and day. */
export const sameDate: Compare = (text, own) => {
  const [parts, ownParts] = [partsOf(text), partsOf(own)];
  if (!parts || !ownParts) return undefined;
  return parts.every((part, index) => {
    const ownPart = ownParts[index] ?? UNKNOWN;
    return part === UNKNOWN || ownPart === UNKNOWN || part === ownPart;
  });
};

/** Compares countries by their English names or codes of two letters. Other names and codes only agree if they are the same. */
export const sameCountry: Compare = (text, own) => {
  const [region, ownRegion] = [regionOf(text), regionOf(own)];
  if (region !== undefined && ownRegion !== undefined) return region === ownRegion;
  const words = wordsOf(text);
  return words !== '' && words === wordsOf(own) ? true : undefined;
};

function wordsOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1');
  return (letters.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' ');
}

function withoutMarks(words: string): string {
  return words.replaceAll(/\p{M}/gu, '');
}

/** Scripts of which two names that are not the same differ: they separate words, and have no other spelling of a letter. */
const SCRIPTS = [
  /^[a-z\P{L}]*$/u,
  /^[\p{Script=Greek}\P{L}]*$/u,
  /^[\p{Script=Cyrillic}\P{L}]*$/u,
  /^[\p{Script=Thai}\P{L}]*$/u,
];

function scriptOf(words: string): RegExp | undefined {
  return /\p{L}/u.test(words) ? SCRIPTS.find((script) => script.test(words)) : undefined;
}

/** Month or day that is not known. */
const UNKNOWN = '00';

/** Splits a date into year, month and day. A year of another calendar is another form. */
function partsOf(date: string): readonly string[] | undefined {
  const [text] = /^(?:1[6-9]|2[01])\d\d(?:-(?:0\d|1[0-2])(?:-(?:[0-2]\d|3[01]))?)?(?=$|T)/.exec(date) ?? [];
  return text?.split('-');
}

let regions: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country; `undefined` of anything else. */
function regionOf(text: string): string | undefined {
  regions ??= new Map(regionWords());
  return regions.get(wordsOf(text));
}

/** Codes of groups of countries, and of tests. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Lists the words of codes and English names, each with its code. */
function regionWords(): [words: string, code: string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes.flatMap((code): [string, string][] => {
    const name = NO_COUNTRY.has(code) ? undefined : names.of(code);
    // A code that was replaced has the name of another one.
    if (name === undefined || new Intl.Locale(`und-${code}`).region !== code) return [];
    return [code, name].map((each) => [wordsOf(each), code]);
  });
}
