import { z } from 'zod';

import { timestamp } from '../conventions/timestamp.ts';
import { signedImageUrl } from './signed-image-url.ts';

/** Document accepted, or asked for. @see Specification, "Answer" */
export const documentType = z.enum(['front_card', 'passport']).meta({ id: 'DocumentType' });

/** How a try ended. @see Specification, "`extra.ekyc`" */
export const attemptStatus = z.enum(['success', 'fail']).meta({ id: 'AttemptStatus' });

const common = {
  id: z.int(),
  attempt: z.int().min(1).meta({ description: '1-based number of the try' }),
  status: attemptStatus,
  message: z.string().meta({ description: 'Reserved for a failure reason; empty even on failures' }),
  created_at: timestamp,
};

/** One try of the liveness check. @see Specification, "`extra.ekyc`" */
export const livenessAttempt = z
  .strictObject({ ...common, images: z.array(z.strictObject({ url: signedImageUrl, action: z.string() })) })
  .meta({ id: 'LivenessAttempt' });

/** One scan of the document. @see Specification, "`extra.ekyc`" */
export const documentAttempt = z
  .strictObject({ ...common, type: documentType, url: signedImageUrl })
  .meta({ id: 'DocumentAttempt' });

export type DocumentType = z.infer<typeof documentType>;
export type LivenessAttempt = z.infer<typeof livenessAttempt>;
export type DocumentAttempt = z.infer<typeof documentAttempt>;
