import type { JsonNode, Look } from '../check/json-node.ts';

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
 * @returns Undefined if `value` is not a text that names a moment that exists: no 30 February, no 25 o'clock.
 */
export function readDateTime(value: unknown): DateTime | undefined {
  const [, date = '', separator = '', clock = '', fraction = '', zone = ''] =
    (typeof value === 'string' && form.exec(value)) || [];
  if (date === '' || !isDay(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))))
    return undefined;
  const moment = clock < '24' ? Date.parse(`${date}T${clock}Z`) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  const minutes = offsetMinutes(zone);
  return {
    at: moment + (fraction === '' ? 0 : Number(`0.${fraction}`) * 1000) - minutes * 60_000,
    offset: offsetOf(zone),
    iso: separator === 'T' && zone !== 'z',
  };
}

/** Checks that a value is a date-time, however it is written. */
export function expectDateTime(node: JsonNode, message: string): Look {
  return node.expect(readDateTime(node.value) !== undefined, message, 'date-time');
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Returns whether a month has a day; `Date.parse` takes 30 February for 2 March. */
export function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0));
}

function offsetOf(zone: string): DateTime['offset'] {
  if (zone === '') return 'none';
  if (zone === 'Z' || zone === 'z') return 'Z';
  return zone === '+00:00' ? '+00:00' : 'other';
}

function offsetMinutes(zone: string): number {
  if (zone === '+00:00') return 0;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
