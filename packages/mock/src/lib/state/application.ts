import { answerValue, applicationStatus } from '@idvkit/schema';
import * as z from 'zod';

import { submission } from './submission.ts';

/** Milliseconds since the Unix epoch. */
export const instant = z.number().meta({ description: 'Milliseconds since the Unix epoch' });

/** An answer as it is kept: when it was first captured, when last written. */
export const storedAnswer = z
  .strictObject({ value: answerValue, createdAt: instant, updatedAt: instant })
  .readonly()
  .meta({ id: 'StoredAnswer' });

/** An application as the service keeps it. @see Specification, "Application" */
export const storedApplication = z
  .strictObject({
    id: z.int(),
    /** The other number: `data.application.id` of the info response. */
    recordId: z.int(),
    slug: z.string().min(1),
    formSlug: z.string().min(1),
    /** Origin under which the client reached the service; null where the state was loaded from a file. */
    origin: z.string().nullable(),
    status: applicationStatus,
    createdAt: instant,
    /** When the form expires unless it was submitted by then. */
    expiresAt: instant,
    /** When the applicant first opened the form. Without it an expiry is not a drop-off. */
    startedAt: instant.nullable(),
    submittedAt: instant.nullable(),
    /** A deleted application answers 404 to everyone; it stays in the state so that its slug is never given again. */
    deletedAt: instant.nullable(),
    /** Key of the step at which the applicant stands. */
    currentStep: z.string().min(1),
    answers: z.record(z.string(), storedAnswer).readonly(),
    /** Values of the status columns, `ekyc` not among them. */
    statuses: z.record(z.string(), z.string()).readonly(),
    /** How the checks came out; null until submitted. */
    submission: submission.nullable(),
  })
  .readonly()
  .meta({ id: 'StoredApplication' });

export type StoredAnswer = z.infer<typeof storedAnswer>;
export type StoredApplication = z.infer<typeof storedApplication>;

/** Where an application stands, as calls see it. */
export const applicationState = z.enum(['open', 'submitted', 'expired', 'deleted']);
export type ApplicationState = z.infer<typeof applicationState>;

/** @see Specification, "States and transitions" */
export function stateOf(application: StoredApplication): ApplicationState {
  if (application.deletedAt !== null) return 'deleted';
  if (application.status === 'complete') return 'submitted';
  return application.status === 'expired' ? 'expired' : 'open';
}
