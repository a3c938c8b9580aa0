import { isPublicWord } from './public-words.ts';

/** What stands for a text in which nothing may be read. */
export const MASKED = '[masked]';

/** A date with a time of day, which is when something happened; midnight alone may be somebody's birthday. */
const MOMENT = /\d{4}-\d\d-\d\dT(?!00:00(?::00(?:\.0+)?)?(?!\d))\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/;
/** Tells whether a text is a date with a time of day, and nothing else. */
export function isMoment(text: string): boolean {
  return new RegExp(`^(?:${MOMENT.source})$`).test(text);
}

/** Digits as they are grouped in numbers, dates and telephone numbers. */
const DIGITS = /(?<![\p{L}\p{M}\p{N}_])\d(?:[\d\s./:-]*\d)?(?![\p{L}\p{M}\p{N}_])/u;
const CHUNK = /[\p{L}\p{M}\p{N}_]+/u;
/** So many of something that is measured. */
const AMOUNT = /(?<![\p{L}\p{M}\p{N}_])\d{1,12} (?:bytes|ms|s|seconds|minutes|kB|MB)(?![\p{L}\p{M}\p{N}_])/u;
const TOKEN = new RegExp(`(${MOMENT.source}|${AMOUNT.source})|(${DIGITS.source})|${CHUNK.source}`, 'gu');
/** Letters and digits in one that are part of the interface, or an amount. */
const MIXED = /^(?:COK00|[1-5]xx|utf8|\d{1,6}(?:ms|s|min|h|kB|MB|KB|KiB|MiB|GiB))$/i;

/** Digits that may stay together: a status, a size, `3166-1`. More of them may be a date or a number of somebody. */
const FEW_DIGITS = 5;

/**
 * Masks every word of a text that is not known to be public, and every longer run of digits: what is left says nothing
 * about anybody, whatever the text was.
 *
 * @param isPublic Tells further words that are public: keys, slugs of forms.
 */
export function strictText(text: string, isPublic: (chunk: string) => boolean = () => false): string {
  const masked = text.replaceAll(TOKEN, (token: string, readable?: string, digits?: string) => {
    if (readable !== undefined) return token;
    if (isPublic(token)) return token;
    if (digits !== undefined) return token.replaceAll(/\D/g, '').length <= FEW_DIGITS ? token : MASKED;
    if (MIXED.test(token)) return token;
    return token.split('_').every((word) => word === '' || isPublicWord(word)) ? token : MASKED;
  });
  return joined(masked);
}

/** Masks that follow each other become one, so that they do not tell how many words there were. */
function joined(text: string): string {
  return text.replaceAll(/\[masked\](?:[\s\p{P}\p{S}\d]*\[masked\])+/gu, MASKED);
}

/**
 * Says what a masked value looked like, as far as that tells nothing: the digits of a date as `9999-99-99`, how many digits
 * a number written as text has, whether that begins as the number of an application does.
 */
export function shapeOf(value: string): string {
  if (value === '') return '';
  const [, prefix, number] = /^(COK)?(\d+)$/.exec(value) ?? [];
  if (number !== undefined) {
    const digits = `${number.length} ${number.length === 1 ? 'digit' : 'digits'}`;
    return prefix === undefined ? `[masked: ${digits}]` : `[masked: COK and ${digits}]`;
  }
  // Dates, times and telephone numbers: how they are written, without a digit of them.
  if (/^[\d\s+()/.,:TZ-]{1,40}$/.test(value)) return `[masked: ${value.replaceAll(/\d/g, '9')}]`;
  return MASKED;
}
