import * as z from 'zod';

import { captureList } from './capture-list.ts';
import { captureAttempt, captured, imageEntry, receiverAnswer } from './capture.ts';

const { summary, tags, lastOutcome } = captureList.shape.captures.element.shape;

/**
 * One capture with all that is known of it, as `idvkit show --json` prints it.
 *
 * @see docs/formats.md
 */
export const captureView = z
  .strictObject({
    format: z.literal('idvkit.capture-view'),
    version: z.literal(1),
    captured,
    summary,
    tags,
    lastOutcome,
    /** Images that the body names, and what became of them. */
    images: z.array(imageEntry),
    /** Attempts to forward and to send it, in the order in which they started. */
    attempts: z.array(captureAttempt.extend({ answer: receiverAnswer.optional() })),
    /** Absent where it was not asked for. */
    body: z
      .union([
        z.strictObject({
          /** JSON pointer of what is shown; empty for the whole body. */
          path: z.string(),
          /** True if texts stand in the place of values that may be personal. */
          masked: z.boolean(),
          /** The value; none where there is nothing at the path, several where a key is repeated. */
          values: z.array(z.unknown()),
        }),
        /** It cannot be shown as JSON; why. */
        z.strictObject({ problem: z.string() }),
      ])
      .optional(),
  })
  .meta({ id: 'CaptureView' });

/** Result of `idvkit show --json`, masked unless asked for raw. */
export type CaptureView = z.infer<typeof captureView>;
