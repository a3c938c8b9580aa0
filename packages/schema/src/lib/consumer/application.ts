import * as z from 'zod';

import { applicationStatus, ekycOutcome } from '../application/application.ts';

/** `ekyc` and whatever columns the workspace has. @see Specification, "`other_status`" */
export const otherStatus = z.looseObject({ ekyc: ekycOutcome.optional() });

/**
 * An application, of which a client needs the slug to find its own record and the status to know what it may rely on.
 *
 * @see Specification, "Application"
 */
export const application = z.looseObject({
  id: z.number().optional(),
  no: z.string().optional(),
  form: z.string().optional(),
  slug: z.string(),
  status: applicationStatus,
  other_status: otherStatus.optional(),
  submitted_at: z.string().nullable().optional(),
});

/** An application that was submitted. @see Specification, "Application" */
export const submittedApplication = application.extend({ status: z.literal('complete'), submitted_at: z.string() });

export type OtherStatus = z.infer<typeof otherStatus>;
export type Application = z.infer<typeof application>;
export type SubmittedApplication = z.infer<typeof submittedApplication>;
