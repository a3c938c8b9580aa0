import { serviceState } from '../state/service-state.ts';
import { workspaceInput } from './inputs.ts';
import { serviceOperation, type Operation } from './operation.ts';
import { portalIndex, workspaceView } from './views.ts';

/** What an operator does with the service as a whole. */
export const serviceOperations: readonly Operation[] = [
  serviceOperation({
    method: 'GET',
    path: '',
    summary: 'Says what this is, and what there is to call it with',
    status: 200,
    result: portalIndex,
    errors: [],
    run: (portal) => portal.index(),
  }),
  serviceOperation({
    method: 'POST',
    path: 'workspaces',
    summary: 'Makes a workspace apart from all others, for a test of its own',
    body: workspaceInput,
    bodyOptional: true,
    status: 201,
    result: workspaceView,
    errors: ['invalid', 'conflict'],
    run: (portal, { body }) => portal.addWorkspace(body),
  }),
  serviceOperation({
    method: 'DELETE',
    path: 'workspaces/{workspace}',
    summary: 'Removes a workspace with all that is in it',
    status: 204,
    errors: ['not-found', 'conflict'],
    run: async (portal, { params }) => {
      await portal.removeWorkspace(params['workspace'] ?? '');
      return undefined;
    },
  }),
  serviceOperation({
    method: 'GET',
    path: 'state',
    summary: 'Gives everything, to be put back later: tokens, secrets and answers included',
    status: 200,
    result: serviceState,
    errors: [],
    run: (portal) => portal.state(),
  }),
  serviceOperation({
    method: 'PUT',
    path: 'state',
    summary: 'Puts a saved state in the place of what is there',
    body: serviceState,
    status: 204,
    errors: ['invalid'],
    run: async (portal, { body }) => {
      await portal.setState(body);
      return undefined;
    },
  }),
];
