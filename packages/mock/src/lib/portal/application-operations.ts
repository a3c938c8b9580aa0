import { z } from 'zod';

import { submitOptions } from '../state/submission.ts';
import { applicationView } from './application-view.ts';
import { auditView } from './audit-view.ts';
import { expireInput, statusInput } from './inputs.ts';
import { workspaceOperation, type Operation } from './operation.ts';
import { deliveryView } from './views.ts';

/** What an operator does with applications, and what came of them. */
export const applicationOperations: readonly Operation[] = [
  workspaceOperation({
    method: 'GET',
    path: 'applications',
    summary: 'Lists all applications, deleted ones included',
    status: 200,
    result: z.array(applicationView).readonly(),
    errors: [],
    run: (portal) => portal.applications(),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'applications/{slug}',
    summary: 'Shows an application',
    status: 200,
    result: applicationView,
    errors: ['not-found'],
    run: (portal, { params }) => portal.application(params['slug'] ?? ''),
  }),
  workspaceOperation({
    method: 'POST',
    path: 'applications/{slug}/submit',
    summary: 'Has the applicant submit, with the checks coming out as chosen, or else as a pass',
    body: submitOptions,
    bodyOptional: true,
    status: 200,
    result: applicationView,
    errors: ['invalid', 'not-found', 'conflict'],
    run: (portal, { params, body }) => portal.submit(params['slug'] ?? '', body),
  }),
  workspaceOperation({
    method: 'POST',
    path: 'applications/{slug}/expire',
    summary: 'Lets the form expire: a drop-off, if the applicant started it',
    body: expireInput,
    bodyOptional: true,
    status: 200,
    result: applicationView,
    errors: ['invalid', 'not-found', 'conflict'],
    run: (portal, { params, body }) => portal.expire(params['slug'] ?? '', body),
  }),
  workspaceOperation({
    method: 'DELETE',
    path: 'applications/{slug}',
    summary: 'Deletes an application: every read of it answers 404 from then on',
    status: 204,
    errors: ['not-found', 'conflict'],
    run: (portal, { params }) => {
      portal.delete(params['slug'] ?? '');
      return undefined;
    },
  }),
  workspaceOperation({
    method: 'POST',
    path: 'applications/{slug}/status',
    summary: 'Changes a status column, which delivers update_status',
    body: statusInput,
    status: 200,
    result: applicationView,
    errors: ['invalid', 'not-found', 'conflict'],
    run: (portal, { params, body }) => portal.changeStatus(params['slug'] ?? '', body.column, body.value),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'deliveries',
    summary: 'Lists deliveries with their attempts that have ended',
    query: { slug: 'Only those about this application', bodies: '1: with what was sent' },
    status: 200,
    result: z.array(deliveryView).readonly(),
    errors: [],
    run: (portal, { query }) => {
      const slug = query.get('slug');
      return portal.deliveries({ ...(slug !== null && { slug }), bodies: query.get('bodies') === '1' });
    },
  }),
  workspaceOperation({
    method: 'GET',
    path: 'audit',
    summary: 'Judges the client by the rules that bind it, and lists its calls',
    status: 200,
    result: auditView,
    errors: [],
    run: (portal) => portal.audit(),
  }),
  workspaceOperation({
    method: 'DELETE',
    path: 'audit',
    summary: "Forgets the client's calls, and who opened which form",
    status: 204,
    errors: [],
    run: (portal) => {
      portal.clearAudit();
      return undefined;
    },
  }),
];
