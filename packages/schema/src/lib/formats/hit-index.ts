import * as z from 'zod';

import { ofLength } from '../check/lengths.ts';
const count = z.int().min(0);

/**
 * First line of an index of hits, padded with spaces to `headerBytes`. Records of `recordBytes` each follow, one per hit, and
 * after them one line of NDJSON per entry that has hits ({@link hitIndexEntry}).
 *
 * @see docs/formats.md, "Hit index"
 */
export const hitIndexHeader = z
  .strictObject({
    format: z.literal('idvkit.hit-index'),
    version: z.literal(1),
    /** What the index was made of, by which a file is known again. */
    source: z.strictObject({
      /** Bytes of the file as it lies there. */
      bytes: count,
      /** SHA-256 of its first 64 KiB. */
      startSha256: z.hex().check(ofLength(64)),
      /** Whether offsets count unpacked bytes of a packed file. */
      packed: z.boolean(),
    }),
    hits: count,
    headerBytes: z.int().min(1),
    recordBytes: z.literal(40),
    /** Path within a hit to the text whose fingerprint the records hold. */
    label: z.string(),
    /** Path within a hit to its id, and the version of the hash that the records hold of it. */
    id: z.string().optional(),
    identityVersion: z.literal(1),
    /** Stands before every label that a fingerprint is made of. */
    salt: z.hex(),
  })
  .meta({ id: 'HitIndexHeader' });

/** An entry of a run that has hits, as a line after the records. */
export const hitIndexEntry = z
  .strictObject({
    document: count,
    provider: z.string(),
    run: count,
    entry: count,
    /** Number of its first hit, over all hits of the index. */
    first: count,
    hits: count,
  })
  .meta({ id: 'HitIndexEntry' });

/** Header of an index of hits: its source, its sizes and its salt. */
export type HitIndexHeader = z.infer<typeof hitIndexHeader>;
/** Screening entry with hits, as a line after the records. */
export type HitIndexEntry = z.infer<typeof hitIndexEntry>;
