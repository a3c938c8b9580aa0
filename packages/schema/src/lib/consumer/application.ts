import * as z from 'zod';

import { applicationStatus, ekycOutcome } from '../application/application.ts';
import { openEnum, openObject } from './open.ts';

/** `ekyc` and whatever columns the workspace has. @see Specification, "`other_status`" */
export const otherStatus = z.object({ ekyc: openEnum(ekycOutcome).optional() }).catchall(z.unknown());

/**
 * An application. A client needs its slug to find its own record.
 *
 * @see Specification, "Application"
 */
export const application = openObject({
  id: z.number().optional(),
  no: z.string().optional(),
  form: z.string().optional(),
  slug: z.string(),
  status: openEnum(applicationStatus).optional(),
  other_status: otherStatus.optional(),
  submitted_at: z.string().nullable().optional(),
});

/** An application that was submitted. @see Specification, "Application" */
export const submittedApplication = application.extend({ status: z.literal('complete'), submitted_at: z.string() });
