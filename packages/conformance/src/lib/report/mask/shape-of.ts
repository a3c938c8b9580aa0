/** What stands for a text in which nothing may be read. */
export const MASKED = '[masked]';

/** A date with a time of day, which is when something happened; midnight may be somebody's birthday. */
export const MOMENT: RegExp =
  /\d{4}-\d\d-\d\dT(?!00:00(?::00(?:\.0{1,9})?)?(?!\d))\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/;

const WHOLE_MOMENT = new RegExp(`^(?:${MOMENT.source})$`);

/** Checks if a text is a date with a time of day, and nothing else. */
export function isMoment(text: string): boolean {
  return WHOLE_MOMENT.test(text);
}

/**
 * Describes a masked value without revealing it: the digits of a date as `9999-99-99`, how many digits
 * a number written as text has, and if that begins as the number of an application does.
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
