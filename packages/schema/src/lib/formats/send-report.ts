import * as z from 'zod';

import { ofLength } from '../check/lengths.ts';
const count = z.int().min(0);

/** How an attempt ended: with a status, or without an answer. `code` is the operating system's name of a failure. */
export const sendOutcome = z.union([
  z.strictObject({ status: z.int() }),
  z.strictObject({
    failure: z.enum(['timed-out', 'refused', 'reset', 'tls', 'unknown-host', 'unreachable', 'interrupted']),
    code: z.string().optional(),
  }),
]);

const sentAttempt = z.strictObject({
  /** 1 for the first, counted over interruptions. */
  number: z.int().min(1),
  at: z.iso.datetime(),
  durationMs: z.number().min(0),
  outcome: sendOutcome,
  /** Consequence for the delivery. */
  next: z.enum(['delivered', 'retry', 'given-up']),
  /** Which rule of the specification decided that, or that none does. */
  rule: z.string(),
});

/** How an answer compares with the one that a baseline remembers. */
const sendVerdict = z.enum(['fixed', 'regressed', 'still-failing', 'still-passing', 'new']);

const sentDelivery = z.strictObject({
  /** Number of the capture in its archive. */
  capture: z.int().min(1),
  /** `event.type`, where the body says it. */
  type: z.string().optional(),
  /** SHA-256 of the body as it was captured. */
  sha256: z.hex().check(ofLength(64)),
  /** 1 for the first time that this capture goes to this target in the run. */
  copy: z.int().min(1),
  /** 1-based, in `targets`. */
  target: z.int().min(1),
  /** `not-sent`: the capture could not be sent, `why` says for what reason. `not-reached`: the run ended before. */
  result: z.enum(['delivered', 'given-up', 'not-sent', 'interrupted', 'not-reached']),
  why: z.string().optional(),
  /** True if the result is what was expected. Null where the run ended before it was known. */
  met: z.boolean().nullable(),
  attempts: z.array(sentAttempt),
  /** True where an earlier part of the run may have sent it already, and it was sent again because that is unknown. */
  again: z.boolean().optional(),
  verdict: sendVerdict.optional(),
  /** The answer that the baseline remembers, where there is one. */
  was: z.string().optional(),
});

/** Report of sending captures. It holds no value of a body and no secret. @see docs/formats.md */
export const sendReport = z
  .strictObject({
    format: z.literal('idvkit.send-report'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    /** Name of the run, for `--resume`. */
    run: z.string(),
    mode: z.enum(['as-is', 'fresh']),
    order: z.enum(['given', 'recorded', 'reverse', 'random']),
    seed: z.int(),
    expect: z.string(),
    startedAt: z.iso.datetime(),
    durationMs: z.number().min(0),
    /** False where the run was interrupted; it can be resumed. */
    complete: z.boolean(),
    /** Addresses without credentials and query. */
    targets: z.array(z.string()),
    summary: z.strictObject({
      deliveries: count,
      met: count,
      unmet: count,
      /** Neither met nor unmet: the run ended before. */
      open: count,
      attempts: count,
      /** Milliseconds from an attempt to its answer, over all attempts that were answered. */
      latencyMs: z.strictObject({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() }).optional(),
    }),
    /** Image URLs that were minted and served from this machine. */
    images: z.strictObject({ minted: count, fetched: count, refused: count, standIns: count }).optional(),
    /** How many deliveries got each verdict, and how many entries of the baseline nothing was sent for. */
    baseline: z.strictObject({ verdicts: z.partialRecord(sendVerdict, count), notSent: count }).optional(),
    deliveries: z.array(sentDelivery),
  })
  .meta({ id: 'SendReport' });

/**
 * Accepted answers of a receiver to captures. An entry is known by the hash of the captured body, so it
 * holds for every archive that has the capture.
 *
 * @see docs/formats.md
 */
export const sendBaseline = z
  .strictObject({
    format: z.literal('idvkit.send-baseline'),
    version: z.literal(1),
    recordedAt: z.iso.datetime(),
    expect: z.string(),
    entries: z.array(
      z.strictObject({
        sha256: z.hex().check(ofLength(64)),
        type: z.string().optional(),
        copy: z.int().min(1),
        target: z.int().min(1),
        /** A status, or a failure such as `timed-out`. */
        answer: z.string(),
        met: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SendBaseline' });

/** Result of `idvkit send --json`. */
export type SendReport = z.infer<typeof sendReport>;
/** One delivery of a send run, with its attempts. */
export type SentDelivery = z.infer<typeof sentDelivery>;
/** One attempt of a delivery. */
export type SentAttempt = z.infer<typeof sentAttempt>;
/** Comparison of an answer with the one in a baseline. */
export type SendVerdict = z.infer<typeof sendVerdict>;
/** Recorded answers that a send run is compared with. */
export type SendBaseline = z.infer<typeof sendBaseline>;
