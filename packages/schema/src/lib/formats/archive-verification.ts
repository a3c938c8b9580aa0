import * as z from 'zod';

import { segmentRange } from './capture-journal.ts';

const id = z.int().min(1);

const fault = z.discriminatedUnion('kind', [
  /** A line of a journal that cannot be believed, or follows a missing one; `file` is its name, `line` counts from 1. */
  z.strictObject({ kind: z.literal('journal-line'), file: z.string(), line: z.int().min(1), problem: z.string() }),
  /** `missing`: the end of `journal.ndjson` was cut off. `unknown`: `journal.end` does not name its last line. */
  z.strictObject({ kind: z.literal('journal-end'), end: z.enum(['missing', 'unknown']) }),
  z.strictObject({ kind: z.literal('body-missing'), id }),
  /** The bytes are not those that were received. */
  z.strictObject({ kind: z.literal('body-changed'), id }),
  z.strictObject({ kind: z.literal('body-overlaps'), id }),
  z.strictObject({ kind: z.literal('image-missing'), id }),
  z.strictObject({ kind: z.literal('image-changed'), id }),
  /**
   * A file that no capture names. `unfinished`: it was never acknowledged. `erased`: its captures were erased. `unknown`: its line may
   * be lost, so `--repair` keeps it.
   */
  z.strictObject({
    kind: z.literal('orphan'),
    file: z.string(),
    origin: z.enum(['unfinished', 'erased', 'unknown']),
    /** Part of a file that captures do name: a body that was erased is left in it. */
    range: segmentRange.optional(),
  }),
]);

/** What a look at every byte of an archive found, as `idvkit archive verify --json` prints it. @see docs/formats.md */
export const archiveVerification = z
  .strictObject({
    format: z.literal('idvkit.archive-verification'),
    version: z.literal(1),
    /** False where it was interrupted: there may be more faults. */
    complete: z.boolean(),
    captures: z.int().min(0),
    /** Bytes of all bodies that were looked at, as received. */
    bytes: z.int().min(0),
    /** After the repair, where there was one. */
    faults: z.array(fault),
    /** What `--repair` did: journals whose torn last line was cut off, files that were deleted, and those in which bodies were overwritten. */
    repaired: z
      .strictObject({
        torn: z.array(z.string()),
        deleted: z.array(z.string()),
        overwritten: z.array(z.string()).optional(),
      })
      .optional(),
  })
  .meta({ id: 'ArchiveVerification' });

/** Result of `idvkit archive verify --json`. */
export type ArchiveVerification = z.infer<typeof archiveVerification>;
