/** A date-time as it is written: the moment it names, and how it says the offset from UTC. */
export interface DateTime {
  /** Milliseconds since the epoch, with the fraction that the text has. */
  readonly at: number;
  /** `+00:00`, a `Z`, another offset, or none at all (then `at` takes it for UTC). */
  readonly offset: '+00:00' | 'Z' | 'other' | 'none';
  /** Whether it is written as ISO 8601 has it: a `T` between date and time, and a capital `Z`. */
  readonly iso: boolean;
}

const form = /^(\d{4}-\d{2}-\d{2})([Tt ])(\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?([Zz]|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/;

/**
 * Reads a date-time leniently, so that a rule about being a date-time and the rule about its offset stay apart.
 *
 * @returns Undefined where `value` is no text that names a moment that exists: no 30 February, no 25 o'clock.
 */
export function readDateTime(value: unknown): DateTime | undefined {
  const [, date = '', separator = '', clock = '', fraction = '', zone = ''] =
    (typeof value === 'string' && form.exec(value)) || [];
  const time = clock.length === 5 ? `${clock}:00` : clock;
  const moment = new Date(`${date}T${time}Z`);
  if (date === '' || Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(`${date}T${time}`)) {
    return undefined;
  }
  const minutes = offsetMinutes(zone);
  return {
    at: moment.getTime() + Number(`0.${fraction}0`) * 1000 - minutes * 60_000,
    offset: offsetOf(zone),
    iso: separator === 'T' && zone !== 'z',
  };
}

/** Tells whether `value` is a calendar date, `YYYY-MM-DD`, that exists. */
export function isCalendarDate(value: unknown): boolean {
  return (
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && readDateTime(`${value}T00:00Z`) !== undefined
  );
}

function offsetOf(zone: string): DateTime['offset'] {
  if (zone === '') return 'none';
  if (zone === 'Z' || zone === 'z') return 'Z';
  return zone === '+00:00' ? '+00:00' : 'other';
}

function offsetMinutes(zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
