import * as z from 'zod';

import { DATE_FORM, isDate, isMoment } from './date-time.ts';

// In other languages, `\d` means digits of every script.
const withOffset = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?\+00:00$/;
const withZ = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$/;

/**
 * A date-time as the service writes it: ISO 8601 with a `+00:00` offset; fractional seconds are allowed.
 *
 * @see Specification, "Conventions"
 */
export const timestamp = z
  .string()
  .regex(withOffset, 'must be an ISO 8601 date-time with a +00:00 offset')
  .refine(isMoment, 'must be a moment that exists')
  .meta({
    id: 'Timestamp',
    format: 'date-time',
    description: 'ISO 8601 date-time with a +00:00 offset',
    examples: ['2026-01-05T03:00:00+00:00'],
  });

/**
 * The one date-time that ends in `Z`: the value of the answer `consent_date`.
 *
 * @see Specification, "Conventions"
 */
export const consentTimestamp = z
  .string()
  .regex(withZ, 'must be an ISO 8601 date-time with a Z suffix')
  .refine(isMoment, 'must be a moment that exists')
  .meta({ id: 'ConsentTimestamp', format: 'date-time', description: 'ISO 8601 date-time with a Z suffix' });

/**
 * A calendar date, `YYYY-MM-DD`, that exists.
 *
 * @see Specification, "Answer"
 */
export const isoDate = z
  .string()
  .regex(DATE_FORM, 'must be an ISO date, YYYY-MM-DD')
  .refine(isDate, 'must be a date that exists')
  .meta({ id: 'IsoDate', format: 'date', description: 'Calendar date, YYYY-MM-DD', examples: ['1990-04-17'] });

/** A date-time as {@link timestamp} validates it. */
export type Timestamp = z.infer<typeof timestamp>;
