import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { sendOutcome } from './send-report.ts';

const item = z.int().min(1);

/** All that decides which deliveries a run consists of, and how each is made. */
const sendPlan = z.strictObject({
  mode: z.enum(['as-is', 'fresh']),
  images: z.enum(['keep', 'serve', 'expired']),
  set: z.array(z.strictObject({ pointer: z.string(), text: z.string() })),
  /** Null removes a header. */
  headers: z.array(z.tuple([z.string(), z.string().nullable()])),
  targets: z.array(z.string()).check(notEmpty()),
  /** Numbers of captures, in the order in which they were named. */
  captures: z.array(z.int().min(1)),
  times: z.int().min(1),
  order: z.enum(['given', 'recorded', 'reverse', 'random']),
  seed: z.int(),
  pace: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('recorded'), factor: z.number().positive() }),
    z.strictObject({ kind: z.literal('rate'), perSecond: z.number().positive() }),
  ]),
  concurrency: z.int().min(1),
  retrySpacingMs: z.number().min(0),
  timeoutMs: z.number().positive(),
});

/** One line of a run's journal, `runs/….ndjson` of an archive. On disk each ends in the member `crc32`. @see docs/formats.md */
export const sendRunFact = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('run'),
      format: z.literal('idvkit.send-run'),
      version: z.literal(1),
      at: z.iso.datetime(),
      plan: sendPlan,
    }),
    /** Written before the first attempt leaves. Deliveries are numbered from 1: by place in the order, then by target. */
    z.strictObject({ kind: z.literal('started'), item, at: z.iso.datetime() }),
    /** Written when an attempt has ended, before anybody is told. */
    z.strictObject({
      kind: z.literal('attempt'),
      item,
      number: z.int().min(1),
      at: z.iso.datetime(),
      durationMs: z.number().min(0),
      outcome: sendOutcome,
      next: z.enum(['delivered', 'retry', 'given-up']),
    }),
    z.strictObject({ kind: z.literal('not-sent'), item, at: z.iso.datetime(), why: z.string() }),
  ])
  .meta({ id: 'SendRunFact' });

/** First line of the journal of a send run: what it will send. */
export type SendPlan = z.infer<typeof sendPlan>;
/** One line of the journal of a send run. */
export type SendRunFact = z.infer<typeof sendRunFact>;
