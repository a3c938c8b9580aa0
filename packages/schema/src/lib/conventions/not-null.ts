import * as z from 'zod';

/** Anything that JSON can hold but null: a field whose type is not shown is still left out if it does not apply. */
export const notNull = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);
