import * as z from 'zod';

import { bytes, count, distribution, sketch, spread, valueCounts } from './counted.ts';

/** Arrays at one path within hits. */
const nestedArray = z.strictObject({
  path: z.string(),
  /** Arrays seen at this path; most often one per hit. */
  arrays: count,
  /** Those without elements. */
  empty: count,
  elements: count,
  /** Most elements of one array. */
  max: count,
});

/** Articles of hits, by the paths that the profile names. */
const mediaSummary = z.strictObject({
  /** By four-digit year. */
  years: valueCounts,
  /** Dates that name no year. */
  undated: count,
  /** By host, without `www.`. */
  domains: valueCounts,
  /** Addresses that name no host. */
  withoutDomain: count,
  /** Elements, in each hit, of the lists that the profile's paths lead into. */
  perHit: distribution,
});

const aliasSummary = z.strictObject({
  total: count,
  empty: count,
  /** Aliases that the same hit has already, letter for letter. */
  repeated: count,
  /** Most aliases in one list of them. */
  max: count,
  /** Elements, in each hit, of the lists that the profile's paths lead into. */
  perHit: distribution,
});

/** Hits with an id, and those of them whose id a hit of the same entry has before them. */
export const repeatedIds = z.strictObject({
  total: count,
  /** False if there are more ids than are kept: other numbers are then estimates from a sample, by which 0 stays 0. */
  exact: z.boolean(),
  /** Different ids that are kept: all, or those of the sample. */
  kept: count,
  repeated: count,
});

const idSummary = z.strictObject({
  ...repeatedIds.shape,
  distinct: count,
  /** Kept ids that are repeated most, by the first hit with that id. */
  most: z.array(z.strictObject({ index: count, offset: bytes, count })),
});

/** Where a hit is. By the bytes from the start of the input, it can be cut out of it. */
export const hitPlace = z.strictObject({
  /** Number of the hit among all hits of the document, those of blacklists included: idvkit analyze hits finds it by this. */
  number: count,
  /** Number of the hit in its entry. */
  index: count,
  offset: bytes,
  bytes,
  label: z.string().optional(),
});
/** A hit by its score. */
export const scoredHit = z.strictObject({ ...hitPlace.shape, score: z.number() });

/** The hits of one entry. */
export const hitsSummary = z.strictObject({
  count,
  /** Bytes of all hits together, the commas between them apart. */
  bytes,
  size: spread.optional(),
  sizes: sketch,
  /** By their own status; a hit without one has that of the search record. */
  matchStatuses: valueCounts,
  /** By their own level; a hit without one has that of the search record. */
  riskLevels: valueCounts,
  types: valueCounts,
  sources: valueCounts,
  matchTypes: valueCounts,
  /** The highest scores first. */
  highest: z.array(scoredHit),
  /** By path within a hit, the one with most elements first. */
  arrays: z.array(nestedArray),
  /** Fields that the profile names, as they are. */
  values: z.array(z.strictObject({ path: z.string(), ...valueCounts.shape })),
  largest: z.array(hitPlace),
  ids: idSummary,
  aliases: aliasSummary,
  /** Scripts that labels and aliases are written in, by their first letter outside ASCII: `thai`, `han`, …; `ascii` without one. */
  scripts: valueCounts,
  languages: valueCounts,
  media: mediaSummary,
});

/** Count of the hits of an entry whose details are left out, because there are too many entries: totals have them. */
export const leftOutHits = z.strictObject({ count, leftOut: z.literal(true) });

/** Statistics of one path within hits. Members and elements have paths of their own. */
export const hitPath = z.strictObject({
  /** To be read: `doc.aka[].name`; empty for a hit itself. */
  path: z.string(),
  /**
   * The same as keys; `null` for elements of an array, `true` for the members of a map, whose keys are data. Left out where there
   * were too many paths to tell all apart.
   */
  steps: z.array(z.union([z.string(), z.null(), z.literal(true)])).optional(),
  objects: count,
  arrays: count,
  strings: count,
  /** Numbers, integers included. */
  numbers: count,
  /** Those written without fraction and exponent. */
  integers: count,
  booleans: count,
  nulls: count,
  /** Of all values at this path together. */
  bytes,
  /** Of the largest of them. */
  maxBytes: bytes,
  emptyStrings: count,
  emptyArrays: count,
  /** Elements of the arrays at this path. */
  elements: count,
  maxElements: count,
  /** Values whose key is there already in the same object. */
  duplicateKeys: count,
});

/** The shape of hits, learned from them. */
export const hitShape = z.strictObject({
  hits: count,
  /** False where there were more paths than are told apart. */
  exact: z.boolean(),
  paths: z.array(hitPath),
});

/** Statistics of the hits of one screening entry. */
export type HitsSummary = z.infer<typeof hitsSummary>;
/** Count of the hits of one entry. */
export type LeftOutHits = z.infer<typeof leftOutHits>;
/** Statistics of one path in hits. */
export type HitPath = z.infer<typeof hitPath>;
/** Shape of hits, learned from them. */
export type HitShape = z.infer<typeof hitShape>;
