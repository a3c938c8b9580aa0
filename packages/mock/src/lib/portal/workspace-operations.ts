import { z } from 'zod';

import { form } from '../state/form.ts';
import { settings } from '../state/settings.ts';
import { statusColumn } from '../state/workspace.ts';
import {
  advanceInput,
  clockInput,
  creditInput,
  faultsInput,
  inputParametersInput,
  newTokenInput,
  settingsInput,
  statusColumnsInput,
  tokenInput,
  webhookInput,
} from './inputs.ts';
import { workspaceOperation, type Operation } from './operation.ts';
import { PortalError } from './portal-error.ts';
import { clockView, faultView, webhookView } from './views.ts';

const statusColumns = z.array(statusColumn).readonly();
const faults = z.array(faultView).readonly();

/** What an operator sets up in a workspace. */
export const workspaceOperations: readonly Operation[] = [
  workspaceOperation({
    method: 'POST',
    path: 'tokens',
    summary: 'Adds an API token',
    body: newTokenInput,
    bodyOptional: true,
    status: 201,
    result: tokenInput,
    errors: ['invalid', 'conflict'],
    run: (portal, { body }) => ({ token: portal.addToken(body.token) }),
  }),
  workspaceOperation({
    method: 'POST',
    path: 'tokens/revoke',
    summary: 'Revokes an API token: it is answered with 401 from then on',
    body: tokenInput,
    status: 204,
    errors: ['invalid', 'not-found'],
    run: (portal, { body }) => {
      portal.revokeToken(body.token);
      return undefined;
    },
  }),
  workspaceOperation({
    method: 'GET',
    path: 'webhooks',
    summary: 'Lists webhooks, without their secrets',
    status: 200,
    result: z.array(webhookView).readonly(),
    errors: [],
    run: (portal) => portal.webhooks(),
  }),
  workspaceOperation({
    method: 'POST',
    path: 'webhooks',
    summary: 'Adds a webhook: of all types of event and all forms, unless it names some',
    body: webhookInput,
    status: 201,
    result: webhookView,
    errors: ['invalid', 'not-found'],
    run: (portal, { body }) => portal.addWebhook(body),
  }),
  workspaceOperation({
    method: 'DELETE',
    path: 'webhooks/{id}',
    summary: 'Removes a webhook; deliveries under way go on',
    status: 204,
    errors: ['not-found'],
    run: (portal, { params }) => {
      portal.removeWebhook(params['id'] ?? '');
      return undefined;
    },
  }),
  workspaceOperation({
    method: 'GET',
    path: 'credit',
    summary: 'Shows the credit',
    status: 200,
    result: creditInput,
    errors: [],
    run: (portal) => ({ balance: portal.credit() }),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'credit',
    summary: 'Sets the credit; less than a flow takes answers create with 461',
    body: creditInput,
    status: 200,
    result: creditInput,
    errors: ['invalid'],
    run: (portal, { body }) => ({ balance: portal.setCredit(body.balance) }),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'forms',
    summary: 'Lists forms',
    status: 200,
    result: z.array(form).readonly(),
    errors: [],
    run: (portal) => portal.forms(),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'forms/{slug}',
    summary: 'Shows a form',
    status: 200,
    result: form,
    errors: ['not-found'],
    run: (portal, { params }) => portal.form(params['slug'] ?? ''),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'forms/{slug}',
    summary: 'Adds a form, or puts it in the place of the one of its slug',
    body: form,
    status: 200,
    result: form,
    errors: ['invalid'],
    run: (portal, { params, body }) => {
      if (body.slug === params['slug']) return portal.setForm(body);
      throw new PortalError('invalid', 'Cannot take the form: its slug is not that of the path.');
    },
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'forms/{slug}/input-parameters',
    summary: 'Declares the input parameters of a form',
    body: inputParametersInput,
    status: 200,
    result: form,
    errors: ['invalid', 'not-found'],
    run: (portal, { params, body }) => portal.setInputParameters(params['slug'] ?? '', body),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'status-columns',
    summary: 'Lists the status columns',
    status: 200,
    result: statusColumns,
    errors: [],
    run: (portal) => portal.statusColumns(),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'status-columns',
    summary: 'Sets the status columns; applications that are there keep theirs',
    body: statusColumnsInput,
    status: 200,
    result: statusColumns,
    errors: ['invalid'],
    run: (portal, { body }) => portal.setStatusColumns(body),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'settings',
    summary: 'Shows the settings',
    status: 200,
    result: settings,
    errors: [],
    run: (portal) => portal.settings(),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'settings',
    summary: 'Changes settings; those left out stay as they are',
    body: settingsInput,
    status: 200,
    result: settings,
    errors: ['invalid'],
    run: (portal, { body }) => portal.setSettings(body),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'clock',
    summary: 'Shows the clock',
    status: 200,
    result: clockView,
    errors: [],
    run: (portal) => portal.clock(),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'clock',
    summary: 'Sets the clock: frozen, or offset with real time flowing on top',
    body: clockInput,
    status: 200,
    result: clockView,
    errors: ['invalid'],
    run: (portal, { body }) => portal.setClock(body),
  }),
  workspaceOperation({
    method: 'POST',
    path: 'clock/advance',
    summary: 'Moves time on: retries, time-outs and expiries that fall due meanwhile happen',
    body: advanceInput,
    status: 200,
    result: clockView,
    errors: ['invalid'],
    run: (portal, { body }) => portal.advance(body.ms, { held: body.held }),
  }),
  workspaceOperation({
    method: 'GET',
    path: 'faults',
    summary: 'Lists all faults, and which are switched on',
    status: 200,
    result: faults,
    errors: [],
    run: (portal) => portal.faults(),
  }),
  workspaceOperation({
    method: 'PUT',
    path: 'faults',
    summary: 'Switches on just these faults',
    body: faultsInput,
    status: 200,
    result: faults,
    errors: ['invalid'],
    run: (portal, { body }) => portal.setFaults(body.ids),
  }),
];
