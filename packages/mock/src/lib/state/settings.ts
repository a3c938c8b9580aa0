import * as z from 'zod';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Settings that the specification does not show, or that a test varies, each with a plain default. */
export const settings = z
  .strictObject({
    /** Digits to which the id in `application.no` is padded. */
    padWidth: z.int().min(1).max(20).default(7),
    /** Waits before the first, second and third retry of a delivery; one number for all three. */
    retrySpacingMs: z.union([z.int().min(0), z.array(z.int().min(0)).min(1).readonly()]).default(1000),
    /** How long a receiver may take to answer. The specification says 30 s. */
    receiverTimeoutMs: z.int().min(1).default(30_000),
    formLifetimeMs: z
      .int()
      .min(1)
      .default(7 * DAY_MS),
    /** Calls that are answered within each window before 429; null for no limit. */
    rateLimit: z
      .strictObject({ requests: z.int().min(1), windowMs: z.int().min(1) })
      .readonly()
      .nullable()
      .default(null),
    /** Answers every nth call with 429; 0 for never. */
    tooManyRequestsEvery: z.int().min(0).default(0),
    /** Answers every nth call with 500; 0 for never. */
    serverErrorEvery: z.int().min(0).default(0),
    maxBodyBytes: z.int().min(1).default(1_048_576),
  })
  .readonly()
  .meta({ id: 'Settings' });

export type Settings = z.infer<typeof settings>;
