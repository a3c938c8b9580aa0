import { counted } from '@idvkit/cli-kit';

export const MASKED = '[masked]';
export const MASKED_NUMBER = '[masked number]';

/** A date with a time of day; midnight may be someone's birthday. */
export const MOMENT: RegExp =
  /\d{4}-\d\d-\d\dT(?!00:00(?::00(?:\.0{1,9})?)?(?!\d))\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/;

const WHOLE_MOMENT = new RegExp(`^(?:${MOMENT.source})$`);

export function isMoment(text: string): boolean {
  return WHOLE_MOMENT.test(text);
}

/** Describes a masked value: `9999-99-99` for a date, else the number of digits, with the prefix `COK`. */
export function shapeOf(value: string): string {
  if (value === '') return '';
  const [, prefix, number] = /^(COK)?(\d+)$/.exec(value) ?? [];
  if (number !== undefined) {
    const digits = counted(number.length, 'digit');
    return prefix === undefined ? `[masked: ${digits}]` : `[masked: COK and ${digits}]`;
  }
  // Dates, times and telephone numbers keep their form.
  if (/^[\d\s+()/.,:TZ-]{1,40}$/.test(value)) return `[masked: ${value.replaceAll(/\d/g, '9')}]`;
  return MASKED;
}
