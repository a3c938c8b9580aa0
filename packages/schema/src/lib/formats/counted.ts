import * as z from 'zod';

/** Size in bytes. */
export const bytes = z.int().min(0);
/** Number of things. */
export const count = z.int().min(0);

/** How often each value was seen, the most frequent first. Of more values than a table holds, some are only in `total`. */
export const valueCounts = z.strictObject({
  /** All values, repeated ones included. */
  total: count,
  /** Different values; at least so many, or an estimate, where `exact` is false. */
  distinct: count,
  /** False if not every value is listed: a listed one was seen at least this often. */
  exact: z.boolean(),
  counts: z.array(z.strictObject({ value: z.string(), count })),
});

/** Spread of a quantity. Percentiles come from a sketch and are within 1 % of the true ones. */
export const spread = z.strictObject({ min: bytes, p50: bytes, p95: bytes, p99: bytes, max: bytes });

/** A quantity's distribution in logarithmic bins, which can be merged: bin `i` ends at `((1 + accuracy) / (1 - accuracy)) ** i`. */
export const sketch = z.strictObject({
  /** Relative error of what is read from it. */
  accuracy: z.number().gt(0).lt(1),
  count,
  sum: z.number().min(0),
  min: z.number().min(0),
  max: z.number().min(0),
  zeros: count,
  bins: z.array(z.tuple([z.int(), count])),
});

/** How often a quantity was how large. */
export const distribution = z.strictObject({
  /** Left out where there is nothing. */
  spread: spread.optional(),
  sketch,
});

/** A bound that kept memory constant and was hit: what the summary says about `path` is not all there was. */
export const reachedLimit = z.strictObject({
  bound: z.enum([
    'providers',
    'runs',
    'entries',
    'paths',
    'parts',
    'values',
    'ids',
    'texts',
    'fields',
    'warnings',
    'documents',
    'days',
  ]),
  path: z.string(),
  kept: count,
  /** How many more there were, where that is known. */
  dropped: count.optional(),
});

/** Values of a field with how often each occurs, up to a limit. */
export type ValueCounts = z.infer<typeof valueCounts>;
/** Smallest and largest value of a quantity, with percentiles within 1 %. */
export type Spread = z.infer<typeof spread>;
/** Counts of a quantity by size. */
export type Distribution = z.infer<typeof distribution>;
/** Counts of a quantity in logarithmic bins, which merge. */
export type SketchData = z.infer<typeof sketch>;
/** Limit that a summary reached, and what it left out. */
export type ReachedLimit = z.infer<typeof reachedLimit>;
