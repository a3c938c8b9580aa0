import * as z from 'zod';

import { ofLength } from '../check/lengths.ts';
const capture = z.strictObject({
  /** Number of the capture in its archive. */
  id: z.int().min(1),
  sha256: z.hex().check(ofLength(64)),
});

const side = z.strictObject({
  kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  /** Length of the value's JSON text as received. */
  bytes: z.int().min(0),
  /** That text, up to 400 bytes of it. Absent of objects and arrays, and where it may be personal and was not asked for. */
  text: z.string().optional(),
});

/** Where the bodies of two captures differ, as `idvkit diff --json` prints it. @see docs/formats.md */
export const captureDiff = z
  .strictObject({
    format: z.literal('idvkit.capture-diff'),
    version: z.literal(1),
    before: capture,
    after: capture,
    differences: z.array(
      z.strictObject({
        /** JSON pointer; the second value of a repeated key has `#2` at the end of its key. Empty for the whole body. */
        path: z.string(),
        /** Absent where the value was added. */
        before: side.optional(),
        /** Absent where the value was removed. */
        after: side.optional(),
        /** True where both say the same in different bytes. */
        sameValue: z.literal(true).optional(),
      }),
    ),
    /** False where it was interrupted: there may be more differences. */
    complete: z.boolean(),
  })
  .meta({ id: 'CaptureDiff' });

/** Result of `idvkit diff --json`. */
export type CaptureDiff = z.infer<typeof captureDiff>;
