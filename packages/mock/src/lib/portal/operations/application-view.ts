import { answerValue, otherStatus } from '@idvkit/schema';
import * as z from 'zod';

import { buildApplication } from '../../service/payload/application.ts';
import { applicationState, stateOf, storedApplication, type StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import type { Workspace } from '../../state/workspace.ts';

export const applicationView = storedApplication
  .unwrap()
  .omit({ recordId: true, origin: true, statuses: true })
  .extend({
    no: z.string(),
    state: applicationState,
    otherStatus,
    formUrl: z.string().meta({ description: "The applicant's form" }),
    answers: z.record(z.string(), answerValue),
  })
  .readonly()
  .meta({ id: 'PortalApplication' });

export type ApplicationView = z.infer<typeof applicationView>;

export function toApplicationView(
  application: StoredApplication,
  { form, workspace, origin }: { readonly form: Form; readonly workspace: Workspace; readonly origin: string },
): ApplicationView {
  const { recordId: _recordId, origin: _origin, statuses: _statuses, answers, ...shown } = application;
  const { no, other_status } = buildApplication(application, form, workspace);
  return {
    ...shown,
    no: String(no),
    state: stateOf(application),
    otherStatus: otherStatus.parse(other_status),
    formUrl: `${origin}/${form.defaultLocale}/form/${form.slug}/${application.slug}/`,
    answers: Object.fromEntries(Object.entries(answers).map(([key, { value }]) => [key, value])),
  };
}
