import type { JsonNode } from '../check/json-node.ts';

/** A date-time as it is written: the moment it names, and how it says the offset from UTC. */
export interface DateTime {
  /** Milliseconds since the epoch, with the fraction that the text has. */
  readonly at: number;
  /** `+00:00`, a `Z`, another offset, or none at all (then `at` takes it for UTC). */
  readonly offset: '+00:00' | 'Z' | 'other' | 'none';
  /** True if it is written as ISO 8601 has it: a `T` between date and time, and a capital `Z`. */
  readonly iso: boolean;
}

const usual = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?\+00:00$/;
const form = /^(\d{4}-\d{2}-\d{2})([Tt ])(\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?([Zz]|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/;

/**
 * Reads a date-time leniently, so that a rule about being a date-time and the rule about its offset stay apart.
 *
 * @returns Undefined if `value` is not a text that names a moment that exists: no 30 February, no 25 o'clock.
 */
export function readDateTime(value: unknown): DateTime | undefined {
  if (typeof value !== 'string') return undefined;
  // Nearly every date-time is written like this, and a payload has dozens of them.
  if (usual.test(value)) {
    const second = secondAt(value);
    if (Number.isNaN(second)) return undefined;
    return { at: second + Number(value.slice(19, -6)) * 1000, offset: '+00:00', iso: true };
  }
  const [, date = '', separator = '', clock = '', fraction = '', zone = ''] = form.exec(value) ?? [];
  const second = secondAt(`${date}T${clock.padEnd(8, ':00')}`);
  if (date === '' || Number.isNaN(second)) return undefined;
  const minutes = offsetMinutes(zone);
  return {
    at: second + (fraction === '' ? 0 : Number(`0.${fraction}`) * 1000) - minutes * 60_000,
    offset: offsetOf(zone),
    iso: separator === 'T' && zone !== 'z',
  };
}

/** How an ISO date is written. */
export const DATE_FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Returns true if a value is a calendar date, `YYYY-MM-DD`, that exists. */
export function isDate(value: unknown): boolean {
  return typeof value === 'string' && DATE_FORM.test(value) && isMoment(`${value}T00:00:00`);
}

/** Checks that a value is a date-time, however it is written. */
export function expectDateTime(node: JsonNode, message: string): void {
  return node.expect(node.parsed(readDateTime) !== undefined, message, 'date-time');
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Returns whether a text that begins like a date-time names a moment that exists: no 30 February, no 25 o'clock. */
export function isMoment(text: string): boolean {
  return !Number.isNaN(secondAt(text));
}

/**
 * Returns the whole second that a text begins with, in milliseconds since the epoch, or `NaN` if it does not exist. `Date` knows no leap
 * seconds, and an object for each of dozens of texts in a payload takes long.
 */
function secondAt(text: string): number {
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2)];
  const [hour, minute, second] = [digitsAt(text, 11, 2), digitsAt(text, 14, 2), digitsAt(text, 17, 2)];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lastDay = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  // A leap second is the last of its day.
  const seconds = hour === 23 && minute === 59 ? 61 : 60;
  const exists = day >= 1 && day <= lastDay && hour < 24 && minute < 60 && second < seconds;
  if (!exists) return Number.NaN;
  // Years begin with March, so that a leap day ends one.
  const years = month > 2 ? year : year - 1;
  const days = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return (((years * 365 + leapDays + days - DAYS_TO_1970) * 24 + hour) * 60 + minute) * 60_000 + second * 1000;
}

/** Days from 1 March of the year 0 to 1 January 1970. */
const DAYS_TO_1970 = 719_468;

function digitsAt(text: string, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) value = value * 10 + text.charCodeAt(at) - 0x30;
  return value;
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
