import * as z from 'zod';

import { passes } from '../check/check.ts';
import { notEmpty } from '../check/lengths.ts';
import { integer } from '../conventions/integer.ts';
import { timestamp } from '../conventions/timestamp.ts';
import { APPLICATION_STATUSES, EKYC_VALUES } from './application-values.ts';
import { numberFollowsId } from './checks.ts';

const statusMeta = { description: 'State of the application; outcomes mean nothing before `complete`' };

/**
 * Status values of an application. A deleted application has none: every read of it answers 404.
 *
 * @see Specification, "Application"
 */
export const applicationStatus = z.enum(APPLICATION_STATUSES).meta({ id: 'ApplicationStatus', ...statusMeta });

/**
 * Outcome of document scan and liveness together, with the face-comparison score folded in. Without meaning until the
 * application is `complete`.
 *
 * @see Specification, "`other_status`"
 */
export const ekycOutcome = z.enum(EKYC_VALUES).meta({
  id: 'EkycOutcome',
  description:
    'Outcome of document scan, liveness and face comparison; without meaning until the application is `complete`',
});

/**
 * `ekyc` and the status columns of the workspace, whose names, values and presence are the workspace's own.
 *
 * @see Specification, "`other_status`"
 */
export const otherStatus = z
  .object({ ekyc: ekycOutcome })
  .catchall(z.string())
  .meta({ id: 'OtherStatus', description: 'Outcomes of checks: `ekyc` and the status columns of the workspace' });

const common = {
  id: integer.meta({ description: 'Internal application id' }),
  no: z
    .string()
    .regex(/^COK00[0-9]+$/, 'must be COK00 followed by the zero-padded id')
    .meta({ description: 'Human-readable number: COK00 and the zero-padded id' }),
  form: z.string().check(notEmpty()).meta({ description: 'The form_slug the application belongs to' }),
  slug: z.string().check(notEmpty()).meta({ description: 'The correlation key; treat it as a secret' }),
  other_status: otherStatus,
};

const incompleteApplication = z.strictObject({
  ...common,
  status: z.literal('incomplete').meta(statusMeta),
  submitted_at: z.null().meta({ description: 'Time of the submission, ISO 8601; null before it' }),
});
const completeApplication = z.strictObject({
  ...common,
  status: z.literal('complete').meta(statusMeta),
  submitted_at: timestamp.meta({ description: 'Time of the submission, ISO 8601' }),
});
const expiredApplication = z.strictObject({
  ...common,
  status: z.literal('expired').meta(statusMeta),
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
  .meta({ id: 'Application', description: 'The application that the delivery or result is about' });

/**
 * An application that was submitted, as a `submit_form` delivery carries it. Transitions to `expired` are not shown, so it may have expired
 * before a resend.
 *
 * @see Specification, "Application"
 */
export const submittedApplication = z
  .discriminatedUnion('status', [completeApplication, expiredApplication.extend({ submitted_at: timestamp })])
  .superRefine(passes(numberFollowsId))
  .meta({ id: 'SubmittedApplication', description: 'The application that was submitted' });

export type ApplicationStatus = z.infer<typeof applicationStatus>;
export type EkycOutcome = z.infer<typeof ekycOutcome>;
export type OtherStatus = z.infer<typeof otherStatus>;
export type Application = z.infer<typeof application>;
export type SubmittedApplication = z.infer<typeof submittedApplication>;
