import * as z from 'zod';

import { ofLength } from '../check/lengths.ts';

/** Mark in an archive without personal data: what was done to it. */
export const scrubMark = z
  .strictObject({
    format: z.literal('idvkit.scrub'),
    version: z.literal(1),
    /** Names the key without giving it away. Archives scrubbed with the same key have the same pseudonyms. */
    keyId: z.hex().check(ofLength(16)),
    /** SHA-256 over everything that the archive says: with another, the archive was changed since. */
    content: z.hex().check(ofLength(64)),
    /** Paths of values that were asked to be kept, each a JSON array of keys. */
    keep: z.array(z.string()),
    captures: z.int().min(0),
    /** Values that were replaced, by what they were taken for. */
    replaced: z.record(z.string(), z.int().min(0)),
    /** Original values that the archive was searched for, and which it does not hold. */
    searched: z.int().min(0),
  })
  .meta({ id: 'ScrubMark' });

/** Mark of an archive as a scrubbed copy. */
export type ScrubMark = z.infer<typeof scrubMark>;
