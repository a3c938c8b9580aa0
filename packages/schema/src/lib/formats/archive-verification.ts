import * as z from 'zod';

const id = z.int().min(1);

const fault = z.discriminatedUnion('kind', [
  /** SQLite reports that pages or rows of `archive.db` are damaged. */
  z.strictObject({ kind: z.literal('database'), problem: z.string() }),
  /** The number was given, and neither a capture nor an erasure has it. */
  z.strictObject({ kind: z.literal('capture-missing'), id }),
  /** Values of the capture are not those that a capture has. */
  z.strictObject({ kind: z.literal('capture-changed'), id }),
  z.strictObject({ kind: z.literal('body-missing'), id }),
  /** The bytes are not those that were received. */
  z.strictObject({ kind: z.literal('body-changed'), id }),
  z.strictObject({ kind: z.literal('image-missing'), id }),
  z.strictObject({ kind: z.literal('image-changed'), id }),
  /** A file that no capture names: left over from an upload that was not acknowledged, or from an erasure. */
  z.strictObject({ kind: z.literal('orphan'), file: z.string() }),
]);

/** Result of reading every byte of an archive, as `idvkit archive verify --json` prints it. @see docs/formats.md */
export const archiveVerification = z
  .strictObject({
    format: z.literal('idvkit.archive-verification'),
    version: z.literal(1),
    /** False where it was interrupted: there may be more faults. */
    complete: z.boolean(),
    captures: z.int().min(0),
    /** Bytes of all bodies that were looked at, as received. */
    bytes: z.int().min(0),
    faults: z.array(fault),
  })
  .meta({ id: 'ArchiveVerification' });

/** Result of `idvkit archive verify --json`. */
export type ArchiveVerification = z.infer<typeof archiveVerification>;
