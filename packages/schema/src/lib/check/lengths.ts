import * as z from 'zod';

type Measured = string | readonly unknown[];

/** Keeps a check from all but texts and lists. zod compares the `length` of any value, and throws if that is an object. */
const MEASURED = {
  abort: false,
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === 'string' || Array.isArray(value),
};

/** Returns a zod check that a text has a character, or a list an element. */
export function notEmpty<T extends Measured>(): z.core.$ZodCheck<T> {
  return z.minLength(1, MEASURED);
}

/** Returns a zod check that a text has this many characters. */
export function ofLength(length: number): z.core.$ZodCheck<string> {
  return z.length(length, MEASURED);
}
