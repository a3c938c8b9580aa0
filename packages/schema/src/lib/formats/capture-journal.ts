import { z } from 'zod';

const headers = z.array(z.tuple([z.string(), z.string()]));

/** A delivery that was received, written before it is answered. Its body is the file that `sha256` names. */
const captured = z.strictObject({
  kind: z.literal('captured'),
  /** Number of the capture in its archive, 1-based. */
  id: z.int().min(1),
  receivedAt: z.iso.datetime(),
  method: z.string(),
  /** Path and query as they were asked for. */
  path: z.string(),
  /** As they travelled: order, case and repeats kept; without Authorization. */
  headers,
  /** How the bearer compared with the secret, which is never kept. */
  bearer: z.enum(['match', 'mismatch', 'absent', 'other-scheme', 'not-checked']),
  body: z.strictObject({
    sha256: z.hex().length(64),
    bytes: z.int().min(0),
    /** False where the sender went away before the end. */
    complete: z.boolean(),
  }),
  /** Status that it was answered with; null where it was left without an answer. */
  answer: z.int().nullable(),
  /** What a light reading of the body's beginning found; absent where it is no delivery. */
  summary: z
    .strictObject({ type: z.string().optional(), createdAt: z.string().optional(), nounce: z.string().optional() })
    .optional(),
});

/** One attempt to send a capture. `started` is written before the request leaves, the outcome after it. */
const attempt = z.strictObject({
  kind: z.literal('attempt'),
  capture: z.int().min(1),
  run: z.string(),
  at: z.iso.datetime(),
  target: z.string(),
  number: z.int().min(1),
  outcome: z.union([
    z.literal('started'),
    z.strictObject({ status: z.int() }),
    z.strictObject({ failure: z.string() }),
  ]),
});

/** A capture whose body was removed on purpose. */
const erased = z.strictObject({ kind: z.literal('erased'), id: z.int().min(1), at: z.iso.datetime() });

/** One fact of an archive's journal; on disk each line ends in the member `crc32` over the text before it. */
export const journalFact = z.discriminatedUnion('kind', [captured, attempt, erased]).meta({ id: 'JournalFact' });

/** `format.json` of an archive. */
export const archiveFormat = z
  .strictObject({ format: z.literal('idvkit.capture'), version: z.literal(1) })
  .meta({ id: 'ArchiveFormat' });

export type JournalFact = z.infer<typeof journalFact>;
export type Captured = z.infer<typeof captured>;
export type SendAttempt = z.infer<typeof attempt>;
