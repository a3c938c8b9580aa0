import * as z from 'zod';

import { loggedDelivery, withoutBody } from '../../service/deliveries/delivery-log.ts';
import { applicantSubmission } from '../../service/submission/submit-command.ts';
import { applicationState, stateOf, type ApplicationState, type StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import { submitOptions } from '../../state/submission.ts';
import { applicationOf, formOf } from '../../state/workspace.ts';
import { auditOf, clientAudit } from '../audit/client-audit.ts';
import { applicationView, toApplicationView, type ApplicationView } from './application-view.ts';
import { workspaceOperation, type WorkspaceContext } from './operation.ts';
import { PortalError } from './portal-error.ts';

export const applicationOperations = {
  /** Lists all applications, deleted ones included. */
  applications: workspaceOperation({
    route: 'GET /applications',
    summary: 'Lists all applications, deleted ones included',
    result: z.array(applicationView).readonly(),
    run: (context) => context.runtime.state.applications.all().map(({ slug }) => show(context, slug)),
  }),
  /** Shows an application. */
  application: workspaceOperation({
    route: 'GET /applications/{slug}',
    summary: 'Shows an application',
    result: applicationView,
    run: (context, { slug }) => show(context, slug),
  }),
  /** Has the applicant submit, with the checks coming out as chosen, or else as a pass. */
  submit: workspaceOperation({
    route: 'POST /applications/{slug}/submit',
    summary: 'Has the applicant submit, with the checks coming out as chosen, or else as a pass',
    input: submitOptions.prefault({}),
    result: applicationView,
    errors: ['conflict'],
    run: (context, { slug }, options) => {
      const { runtime } = context;
      const { application, form } = find(context, slug, { to: 'submit', states: ['open'] });
      const prepared = applicantSubmission({ form, application, now: runtime.clock.now() }, options);
      if (!prepared.command) {
        const issues = Object.entries(prepared.problems).flatMap(([key, messages]) =>
          messages.map((message) => ({ path: `answers.${key}`, message })),
        );
        throw new PortalError('invalid', 'Cannot submit: answers are missing or invalid.', issues);
      }
      runtime.run([prepared.command]);
      return show(context, slug);
    },
  }),
  /** Lets the form expire: a drop-off, if the applicant started it. */
  expire: workspaceOperation({
    route: 'POST /applications/{slug}/expire',
    summary: 'Lets the form expire: a drop-off, if the applicant started it',
    input: z
      .strictObject({
        started: z
          .boolean()
          .default(true)
          .meta({ description: 'Whether the applicant opened the form: only then is it a drop-off' }),
      })
      .readonly()
      .prefault({}),
    result: applicationView,
    errors: ['conflict'],
    run: (context, { slug }, { started }) => {
      find(context, slug, { to: 'expire', states: ['open'] });
      const at = context.runtime.clock.now();
      context.runtime.run([...(started ? [{ type: 'start', at, slug } as const] : []), { type: 'expire', at, slug }]);
      return show(context, slug);
    },
  }),
  /** Deletes an application: every read of it answers 404 from then on. */
  delete: workspaceOperation({
    route: 'DELETE /applications/{slug}',
    summary: 'Deletes an application: every read of it answers 404 from then on',
    errors: ['conflict'],
    run: (context, { slug }) => {
      find(context, slug, { to: 'delete', states: NOT_DELETED });
      context.runtime.run([{ type: 'delete', at: context.runtime.clock.now(), slug }]);
    },
  }),
  /** Changes a status column, which delivers update_status. */
  changeStatus: workspaceOperation({
    route: 'POST /applications/{slug}/status',
    summary: 'Changes a status column, which delivers update_status',
    input: z.strictObject({ column: z.string().min(1), value: z.string() }).readonly(),
    result: applicationView,
    errors: ['conflict'],
    run: (context, { slug }, { column, value }) => {
      find(context, slug, { to: 'change the status', states: NOT_DELETED });
      if (column === 'ekyc') throw new PortalError('invalid', 'Cannot change ekyc: the service sets it itself.');
      context.runtime.run([{ type: 'change-status', at: context.runtime.clock.now(), slug, column, value }]);
      return show(context, slug);
    },
  }),
  /** Lists deliveries with their attempts that have ended. */
  deliveries: workspaceOperation({
    route: 'GET /deliveries',
    summary: 'Lists deliveries with their attempts that have ended',
    input: z
      .object({
        slug: z.string().meta({ description: 'Only those about this application' }),
        bodies: z.string().meta({ description: '1: with what was sent' }),
      })
      .partial()
      .readonly()
      .prefault({}),
    result: z.array(loggedDelivery).readonly(),
    run: ({ runtime }, _, { slug, bodies }) =>
      runtime.deliveries.deliveries
        .filter((delivery) => slug === undefined || delivery.slug === slug)
        .map((delivery) => (bodies === '1' ? delivery : { ...delivery, attempts: delivery.attempts.map(withoutBody) })),
  }),
  /** Checks the client by the rules that bind it, and lists its calls. */
  audit: workspaceOperation({
    route: 'GET /audit',
    summary: 'Checks the client by the rules that bind it, and lists its calls',
    result: clientAudit,
    run: ({ runtime }) => auditOf(runtime),
  }),
  /** Forgets the client's calls, and who opened which form. */
  clearAudit: workspaceOperation({
    route: 'DELETE /audit',
    summary: "Forgets the client's calls, and who opened which form",
    run: ({ runtime }) => {
      runtime.calls.clear();
      runtime.visits.clear();
    },
  }),
};

const NOT_DELETED = applicationState.exclude(['deleted']).options;

function show(context: WorkspaceContext, slug: string): ApplicationView {
  const { application, form } = find(context, slug);
  const { service, runtime } = context;
  return toApplicationView(application, { form, workspace: runtime.state, origin: service.originOf(application) });
}

/** Finds an application and its form. @throws {PortalError} if there is none, or its state does not allow to do this. */
function find(
  { runtime: { state: workspace } }: WorkspaceContext,
  slug: string,
  {
    to = 'show',
    states = applicationState.options,
  }: { readonly to?: string; readonly states?: readonly ApplicationState[] } = {},
): { readonly application: StoredApplication; readonly form: Form } {
  const application = applicationOf(workspace, slug);
  const form = application && formOf(workspace, application.formSlug);
  if (!form) throw new PortalError('not-found', 'Cannot find the application: the workspace has none of this slug.');
  const state = stateOf(application);
  if (!states.includes(state)) throw new PortalError('conflict', `Cannot ${to}: the application is ${state}.`);
  return { application, form };
}
