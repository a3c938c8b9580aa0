import * as z from 'zod';

import { notEmpty, ofLength } from '../check/lengths.ts';
import { requestHead } from './request-head.ts';

const captureId = z.int().min(1);
const sha256 = z.hex().check(ofLength(64));

/** A delivery that was received, on the disk before it is answered. */
export const captured = z.strictObject({
  /** Number of the capture in its archive, 1-based, never given twice. */
  id: captureId,
  /** When its head arrived, in UTC. */
  receivedAt: z.iso.datetime(),
  ...requestHead.shape,
  /** How the bearer compared with the secret, which is never kept. */
  bearer: z.enum(['match', 'mismatch', 'absent', 'other-scheme', 'not-checked']),
  body: z.strictObject({
    sha256,
    /** Length of what was received. */
    bytes: z.int().min(0),
    /** False where the sender went away before the end. */
    complete: z.boolean(),
  }),
  /** Status that it was answered with; null where it was left without an answer, or given that of the receiver. */
  answer: z.int().nullable(),
  /** Present if the capture was to be forwarded to a receiver (`--forward-to`), whether that happened or not. */
  passOn: z.literal(true).optional(),
  /** Where it came from if not over the wire: `import:har`, `scrub`. */
  source: z.string().optional(),
  /**
   * How much of what travelled the body is: the bytes on the wire, the bytes after a transfer was decoded, or a value that
   * someone parsed and wrote again. Absent is `wire`.
   */
  fidelity: z.enum(['wire', 'decoded', 'parsed']).optional(),
});

/** One attempt to give a capture to a receiver: forwarded while it was captured, or sent later by a run. */
export const captureAttempt = z.strictObject({
  capture: captureId,
  /** When the attempt started. */
  at: z.iso.datetime(),
  /** Address without credentials and query. */
  target: z.string(),
  /** 1 for the first attempt. */
  number: z.int().min(1),
  /** Name of the run that sent it; absent if it was forwarded. */
  run: z.string().check(notEmpty()).optional(),
  /** Number of the delivery in the run. */
  item: z.int().min(1).optional(),
  /** Absent if the result is unknown. */
  durationMs: z.number().min(0).optional(),
  /** `started`: the attempt left, or was about to, and its result is unknown. */
  outcome: z.union([
    z.literal('started'),
    z.strictObject({ status: z.int() }),
    z.strictObject({ failure: z.string(), code: z.string().optional() }),
  ]),
  /** Next step of the run. */
  next: z.enum(['delivered', 'retry', 'given-up']).optional(),
  /** Present if the sender of the delivery was given this answer. */
  relayed: z.literal(true).optional(),
});

/** The beginning of what a receiver answered to an attempt. It may repeat parts of the delivery. */
export const receiverAnswer = z.strictObject({
  /** `Content-Type`, if there was one. */
  contentType: z.string().optional(),
  /** Its first 4 KiB at most, as UTF-8. */
  text: z.string(),
  /** False if there may have been more. */
  complete: z.boolean(),
});

/** An image that a delivery names, fetched before its URL expired. */
export const imageEntry = z.strictObject({
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

/** A delivery that was captured. */
export type Captured = z.infer<typeof captured>;
/** An attempt to give a capture to a receiver. */
export type CaptureAttempt = z.infer<typeof captureAttempt>;
/** The beginning of an answer of a receiver. */
export type ReceiverAnswer = z.infer<typeof receiverAnswer>;
/** An image that was fetched for a capture, or the failure to fetch it. */
export type ImageEntry = z.infer<typeof imageEntry>;
