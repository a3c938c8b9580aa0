import * as z from 'zod';

import { integer } from '../conventions/integer.ts';
import { timestamp } from '../conventions/timestamp.ts';
import { ATTEMPT_STATUSES, DOCUMENT_TYPES } from './attempt-values.ts';
import { signedImageUrl } from './signed-image-url.ts';

/** Document accepted, or asked for. @see Specification, "Answer" */
export const documentType = z
  .enum(DOCUMENT_TYPES)
  .meta({ id: 'DocumentType', description: 'Kind of document: national id (`front_card`) or passport' });

const statusMeta = { description: 'Result of the attempt' };

/** How a try ended. @see Specification, "`extra.ekyc`" */
export const attemptStatus = z.enum(ATTEMPT_STATUSES).meta({ id: 'AttemptStatus', ...statusMeta });

const common = {
  id: integer.meta({ description: 'Internal id of the attempt' }),
  attempt: integer.min(1).meta({ description: 'Number of the attempt, from 1' }),
  message: z.string().optional().meta({ description: 'Reserved for a failure reason; empty even on failures' }),
  created_at: timestamp.meta({ description: 'Time of the attempt' }),
};

/** A frame of a liveness try and what the applicant was asked to do in it. @see Specification, "`extra.ekyc`" */
export const livenessImage = z
  .strictObject({
    url: signedImageUrl,
    action: z.string().meta({ description: 'Action that the applicant was asked for' }),
  })
  .meta({ id: 'LivenessImage' });

/** One try of the liveness check. One that failed may have got no images. @see Specification, "`extra.ekyc`" */
export const livenessAttempt = z
  .discriminatedUnion('status', [
    z.strictObject({
      ...common,
      status: z.literal('success').meta(statusMeta),
      images: z.array(livenessImage).optional().meta({ description: 'Frames of the attempt' }),
    }),
    z.strictObject({
      ...common,
      status: z.literal('fail').meta(statusMeta),
      images: z.array(livenessImage).optional(),
    }),
  ])
  .meta({ id: 'LivenessAttempt' });

/** One scan of the document. One that failed may have recognised nothing. @see Specification, "`extra.ekyc`" */
export const documentAttempt = z
  .discriminatedUnion('status', [
    z.strictObject({
      ...common,
      status: z.literal('success').meta(statusMeta),
      type: documentType,
      url: signedImageUrl.meta({ description: 'Scan of the document; a signed URL that expires after 15 minutes' }),
    }),
    z.strictObject({
      ...common,
      status: z.literal('fail').meta(statusMeta),
      type: documentType.optional(),
      url: signedImageUrl.optional(),
    }),
  ])
  .meta({ id: 'DocumentAttempt' });

export type DocumentType = z.infer<typeof documentType>;
export type LivenessAttempt = z.infer<typeof livenessAttempt>;
export type DocumentAttempt = z.infer<typeof documentAttempt>;
