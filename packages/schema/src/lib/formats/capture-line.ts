import * as z from 'zod';

import { requestHead } from './request-head.ts';

/** A capture as one line of NDJSON, its body within it: how captures travel between archives as text. */
export const captureLine = z
  .strictObject({
    format: z.literal('idvkit.capture-line'),
    version: z.literal(1),
    receivedAt: z.iso.datetime(),
    ...requestHead.shape,
    bearer: z.string(),
    answer: z.int().nullable(),
    fidelity: z.enum(['wire', 'decoded', 'parsed']).optional(),
    /** False where the sender went away before the end. */
    complete: z.boolean(),
    /** As text where it is UTF-8, byte for byte; else in base64. */
    body: z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() })]),
  })
  .meta({ id: 'CaptureLine' });

/** One line of an NDJSON export: a capture with its body. */
export type CaptureLine = z.infer<typeof captureLine>;
