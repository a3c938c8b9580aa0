import * as z from 'zod';

import { timestamp } from '../conventions/timestamp.ts';
import { signedImageUrl } from './signed-image-url.ts';

/** Document accepted, or asked for. @see Specification, "Answer" */
export const documentType = z.enum(['front_card', 'passport']).meta({ id: 'DocumentType' });

/** How a try ended. @see Specification, "`extra.ekyc`" */
export const attemptStatus = z.enum(['success', 'fail']).meta({ id: 'AttemptStatus' });

const common = {
  id: z.int(),
  attempt: z.int().min(1).meta({ description: '1-based number of the try' }),
  message: z.string().meta({ description: 'Reserved for a failure reason; empty even on failures' }),
  created_at: timestamp,
};

/** A frame of a liveness try and what the applicant was asked to do in it. @see Specification, "`extra.ekyc`" */
export const livenessImage = z.strictObject({ url: signedImageUrl, action: z.string() }).meta({ id: 'LivenessImage' });

/** One try of the liveness check. One that failed may have got no images. @see Specification, "`extra.ekyc`" */
export const livenessAttempt = z
  .discriminatedUnion('status', [
    z.strictObject({ ...common, status: z.literal('success'), images: z.array(livenessImage) }),
    z.strictObject({ ...common, status: z.literal('fail'), images: z.array(livenessImage).optional() }),
  ])
  .meta({ id: 'LivenessAttempt' });

/** One scan of the document. One that failed may have recognised nothing. @see Specification, "`extra.ekyc`" */
export const documentAttempt = z
  .discriminatedUnion('status', [
    z.strictObject({ ...common, status: z.literal('success'), type: documentType, url: signedImageUrl }),
    z.strictObject({
      ...common,
      status: z.literal('fail'),
      type: documentType.optional(),
      url: signedImageUrl.optional(),
    }),
  ])
  .meta({ id: 'DocumentAttempt' });

export type DocumentType = z.infer<typeof documentType>;
export type LivenessAttempt = z.infer<typeof livenessAttempt>;
export type DocumentAttempt = z.infer<typeof documentAttempt>;
