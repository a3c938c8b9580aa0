import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';

/** All that decides which deliveries a run consists of, and how each is made. */
export const sendPlan = z.strictObject({
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
  /** Answers that are right: `2xx`, `401,403`, `timeout`. */
  expect: z.string(),
});

/** Deliveries of a run. */
export type SendPlan = z.infer<typeof sendPlan>;
