import { applicationStatus, answerValue, otherStatus } from '@idvkit/schema';
import { z } from 'zod';

import { buildApplication } from '../../service/payload/application.ts';
import { instant, stateOf, type StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import { submission } from '../../state/submission.ts';
import type { Workspace } from '../../state/workspace.ts';

/** An application as the portal shows it. */
export const applicationView = z
  .strictObject({
    slug: z.string(),
    formSlug: z.string(),
    id: z.int(),
    no: z.string(),
    state: z.enum(['open', 'submitted', 'expired', 'deleted']),
    status: applicationStatus,
    otherStatus,
    formUrl: z.string().meta({ description: "The applicant's form" }),
    currentStep: z.string(),
    createdAt: instant,
    expiresAt: instant,
    startedAt: instant.nullable(),
    submittedAt: instant.nullable(),
    deletedAt: instant.nullable(),
    answers: z.record(z.string(), answerValue),
    submission: submission.nullable(),
  })
  .readonly()
  .meta({ id: 'PortalApplication' });

export type ApplicationView = z.infer<typeof applicationView>;

/** Shows an application. */
export function toApplicationView(
  application: StoredApplication,
  { form, workspace, origin }: { readonly form: Form; readonly workspace: Workspace; readonly origin: string },
): ApplicationView {
  const { slug, formSlug, id, status, currentStep, createdAt, expiresAt } = application;
  const { startedAt, submittedAt, deletedAt, submission, answers } = application;
  const shown = buildApplication(application, form, workspace);
  return {
    slug,
    formSlug,
    id,
    no: String(shown['no']),
    state: stateOf(application),
    status,
    otherStatus: otherStatus.parse(shown['other_status']),
    formUrl: `${origin}/${form.defaultLocale}/form/${formSlug}/${slug}/`,
    currentStep,
    createdAt,
    expiresAt,
    startedAt,
    submittedAt,
    deletedAt,
    answers: Object.fromEntries(Object.entries(answers).map(([key, { value }]) => [key, value])),
    submission,
  };
}
