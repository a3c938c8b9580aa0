import * as z from 'zod';

import { notEmpty, ofLength } from '../check/lengths.ts';
import { requestHead } from './request-head.ts';

const captureId = z.int().min(1);
const sha256 = z.hex().check(ofLength(64));

/** Bytes of a segment: a file with small bodies that arrived in parallel. */
export const segmentRange = z.strictObject({
  name: z.hex().check(ofLength(16)),
  /** First byte of the body. */
  start: z.int().min(0),
  /** The byte after its last. */
  end: z.int().min(0),
});

/** A delivery that was received, written before it is answered. Its body is in a segment, or the file that `sha256` names. */
export const captured = z.strictObject({
  kind: z.literal('captured'),
  /** Number of the capture in its archive, 1-based, never given twice. */
  id: captureId,
  /** When its head arrived, in UTC. */
  receivedAt: z.iso.datetime(),
  ...requestHead.shape,
  /** How the bearer compared with the secret, which is never kept. */
  bearer: z.enum(['match', 'mismatch', 'absent', 'other-scheme', 'not-checked']),
  body: z.strictObject({
    sha256,
    /** Length of what was received, whatever its size at rest. */
    bytes: z.int().min(0),
    /** False where the sender went away before the end. */
    complete: z.boolean(),
    /** Where it is, if it shares a file with others. */
    segment: segmentRange.optional(),
  }),
  /** Status that it was answered with; null where it was left without an answer, or given that of `forwarded`. */
  answer: z.int().nullable(),
  /** There if the capture was to be passed on to a receiver (`--forward-to`), whether that happened or not. */
  passOn: z.literal(true).optional(),
  /** Where it came from if not over the wire: `import:har`, `scrub`. */
  source: z.string().optional(),
  /**
   * How much of what travelled the body is: the bytes on the wire, the bytes after a transfer was decoded, or a value that
   * somebody parsed and wrote again. Absent is `wire`.
   */
  fidelity: z.enum(['wire', 'decoded', 'parsed']).optional(),
});

const outcome = z.union([z.strictObject({ status: z.int() }), z.strictObject({ failure: z.string() })]);

/** One attempt to send a capture. `started` is written before the request leaves, the outcome after it. */
export const sendAttempt = z.strictObject({
  kind: z.literal('attempt'),
  capture: captureId,
  run: z.string(),
  at: z.iso.datetime(),
  target: z.string(),
  number: z.int().min(1),
  outcome: z.union([z.literal('started'), ...outcome.options]),
});

/** What a receiver said to a capture that was passed on while it was captured. */
export const forwarded = z.strictObject({
  kind: z.literal('forwarded'),
  capture: captureId,
  at: z.iso.datetime(),
  /** Address without credentials and query. */
  target: z.string(),
  /** 1 for the first try. */
  number: z.int().min(1),
  durationMs: z.number().min(0),
  outcome,
  /** Whether this is what the sender of the delivery was answered. */
  relayed: z.boolean(),
});

/** An image that a delivery names, fetched while its URL was good. */
export const imageEntry = z.strictObject({
  kind: z.literal('image'),
  capture: captureId,
  at: z.iso.datetime(),
  /** Where the URL stands in the body, in bytes, quotes left out: the URL itself is a secret and not repeated here. */
  offset: z.int().min(0),
  length: z.int().min(1),
  outcome: z.union([
    z.strictObject({ sha256, bytes: z.int().min(0), contentType: z.string() }),
    z.strictObject({ failure: z.string() }),
  ]),
});

/** Words that people gave to a capture, or took from it. */
const tagged = z.strictObject({
  kind: z.literal('tagged'),
  capture: captureId,
  at: z.iso.datetime(),
  add: z.array(z.string().check(notEmpty())),
  remove: z.array(z.string().check(notEmpty())),
});

/** A capture whose body was removed on purpose. */
const erased = z.strictObject({
  kind: z.literal('erased'),
  id: captureId,
  at: z.iso.datetime(),
  /** Absent where somebody asked for it. */
  because: z.enum(['age', 'size']).optional(),
});

/**
 * One fact of an archive's journals. On disk each line ends in the member `crc32` over the text before it; before it, lines of
 * `journal.ndjson` have the member `after`, the `crc32` of the line that they were written after.
 */
export const journalEntry = z
  .discriminatedUnion('kind', [captured, sendAttempt, forwarded, imageEntry, tagged, erased])
  .meta({ id: 'JournalEntry' });

/** `format.json` of an archive. A reader reads this version only: what is added to an entry raises it. */
export const archiveFormat = z
  .strictObject({ format: z.literal('idvkit.capture'), version: z.literal(4) })
  .meta({ id: 'ArchiveFormat' });

/** One line of the journal of an archive. */
export type JournalEntry = z.infer<typeof journalEntry>;
/** Entry of a delivery that was captured. */
export type Captured = z.infer<typeof captured>;
/** Where a body is that shares a file with others. */
export type SegmentRange = z.infer<typeof segmentRange>;
/** Entry of one attempt to send a capture. */
export type SendAttempt = z.infer<typeof sendAttempt>;
/** Entry of one attempt to forward a delivery while capturing. */
export type Forwarded = z.infer<typeof forwarded>;
/** Entry of an image that was fetched for a capture, or of the failure to fetch it. */
export type ImageEntry = z.infer<typeof imageEntry>;
/** Entry of tags added to a capture or removed from it. */
export type Tagged = z.infer<typeof tagged>;
/** Entry of a capture that was deleted. */
export type Erased = z.infer<typeof erased>;
