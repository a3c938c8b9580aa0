import * as z from 'zod';

import { captured } from './capture.ts';

/** Captures with what was read of their bodies, as `idvkit list --json` prints them. @see docs/formats.md */
export const captureList = z
  .strictObject({
    format: z.literal('idvkit.capture-list'),
    version: z.literal(1),
    captures: z.array(
      z.strictObject({
        captured,
        /** Absent members were not in the body. `slug` is a fingerprint. More may come. */
        summary: z.looseObject({
          /** False where the body is not a JSON object. */
          json: z.boolean(),
          type: z.string().optional(),
          slug: z.string().optional(),
          status: z.string().optional(),
          ekyc: z.string().optional(),
          aml: z.array(z.string()).optional(),
        }),
        tags: z.array(z.string()),
        /** The last answer of a receiver that it was passed on or sent to. */
        lastOutcome: z.union([z.strictObject({ status: z.int() }), z.strictObject({ failure: z.string() })]).optional(),
      }),
    ),
  })
  .meta({ id: 'CaptureList' });

/** Result of `idvkit list --json`. */
export type CaptureList = z.infer<typeof captureList>;
