import * as z from 'zod';

import { passes } from '../check/check.ts';
import { timestamp } from '../conventions/timestamp.ts';
import { numberFollowsId } from './checks.ts';

/**
 * Status values of an application. A deleted application has none: every read of it answers 404.
 *
 * @see Specification, "Application"
 */
export const applicationStatus = z.enum(['incomplete', 'complete', 'expired']).meta({ id: 'ApplicationStatus' });

/**
 * Outcome of document scan and liveness together, with the face-comparison score folded in. Without meaning until the
 * application is `complete`.
 *
 * @see Specification, "`other_status`"
 */
export const ekycOutcome = z.enum(['pass', 'need_review', 'fail', 'pending']).meta({ id: 'EkycOutcome' });

/**
 * `ekyc` and the status columns of the workspace, whose names, values and presence are the workspace's own.
 *
 * @see Specification, "`other_status`"
 */
export const otherStatus = z.object({ ekyc: ekycOutcome }).catchall(z.string()).meta({ id: 'OtherStatus' });

const common = {
  id: z.int().meta({ description: 'Internal application id' }),
  no: z
    .string()
    .regex(/^COK00[0-9]+$/, 'must be COK00 followed by the zero-padded id')
    .meta({ description: 'Human-readable number: COK00 and the zero-padded id' }),
  form: z.string().min(1).meta({ description: 'The form_slug the application belongs to' }),
  slug: z.string().min(1).meta({ description: 'The correlation key; treat it as a secret' }),
  other_status: otherStatus,
};

const incompleteApplication = z.strictObject({ ...common, status: z.literal('incomplete'), submitted_at: z.null() });
const completeApplication = z.strictObject({ ...common, status: z.literal('complete'), submitted_at: timestamp });
const expiredApplication = z.strictObject({
  ...common,
  status: z.literal('expired'),
  submitted_at: timestamp.nullable(),
});

/**
 * An application as the service writes it, in webhooks and in the result: `submitted_at` is null while `incomplete` and a
 * date-time once `complete`; what it is on an `expired` application is not shown.
 *
 * @see Specification, "Application"
 */
export const application = z
  .discriminatedUnion('status', [incompleteApplication, completeApplication, expiredApplication])
  .superRefine(passes(numberFollowsId))
  .meta({ id: 'Application' });

/** An application that was submitted, as a `submit_form` delivery carries it. @see Specification, "Application" */
export const submittedApplication = completeApplication
  .superRefine(passes(numberFollowsId))
  .meta({ id: 'SubmittedApplication' });

export type ApplicationStatus = z.infer<typeof applicationStatus>;
export type EkycOutcome = z.infer<typeof ekycOutcome>;
export type OtherStatus = z.infer<typeof otherStatus>;
export type Application = z.infer<typeof application>;
export type SubmittedApplication = z.infer<typeof submittedApplication>;
