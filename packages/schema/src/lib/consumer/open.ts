import * as z from 'zod';

import type { UnknownValue } from './unknown-value.ts';

/** Creates the schema of an object that keeps unknown keys. Its type has only the known ones, so that a misspelt key does not compile. */
export function openObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  // Only the type differs: it has no index signature.
  return z.looseObject(shape) as z.ZodObject as z.ZodObject<Shape>;
}

/** Creates the schema of a value from a list that may grow: any text passes. */
export function openEnum<const Value extends string>(known: z.ZodType<Value>): z.ZodType<Value | UnknownValue> {
  // The type of other texts is one that no literal is comparable to.
  return z.union([known, z.string()]) as unknown as z.ZodType<Value | UnknownValue>;
}
