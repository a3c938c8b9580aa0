import * as z from 'zod';

import { DEFAULT_WORKSPACE, type Service } from '../../service/service.ts';
import type { WorkspaceRuntime } from '../../service/workspace-runtime.ts';
import { form, isCameraFlow } from '../../state/form.ts';
import { serviceState } from '../../state/service-state.ts';
import { statusColumn, workspaceClock, type Workspace } from '../../state/workspace.ts';
import { serviceOperation } from './operation.ts';
import { PortalError } from './portal-error.ts';
import { token } from './workspace-operations.ts';

const workspaceView = z
  .strictObject({
    id: z.string(),
    /** Absent where every token was revoked. */
    token: z.string().exactOptional(),
    forms: z
      .array(
        z.strictObject({ slug: z.string(), camera: z.boolean(), inputParameters: form.unwrap().shape.inputParameters }),
      )
      .readonly(),
  })
  .readonly()
  .meta({ id: 'PortalWorkspace' });

const portalIndex = z
  .strictObject({
    format: z.literal('idvkit.portal'),
    version: z.literal(1),
    workspaces: z.array(workspaceView).readonly(),
    /** The workspace of paths that name none. */
    defaults: workspaceView,
  })
  .readonly()
  .meta({ id: 'PortalIndex' });

const workspaceInput = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')
      .exactOptional(),
    token: token.exactOptional(),
    credit: z.int().exactOptional(),
    forms: z.array(form).min(1).readonly().exactOptional(),
    statusColumns: z.array(statusColumn).readonly().exactOptional(),
    clock: workspaceClock.exactOptional(),
  })
  .readonly();

export const serviceOperations = {
  /** Says what this is, and lists the operations. */
  index: serviceOperation({
    route: 'GET /',
    summary: 'Says what this is, and lists the operations',
    result: portalIndex,
    run: ({ workspaces, main }): z.infer<typeof portalIndex> => ({
      format: 'idvkit.portal',
      version: 1,
      workspaces: [...workspaces.values()].map(({ state }) => toWorkspaceView(state)),
      defaults: toWorkspaceView(main.state),
    }),
  }),
  /** Creates a workspace for one test, separate from all others. */
  addWorkspace: serviceOperation({
    route: 'POST /workspaces',
    summary: 'Creates a workspace for one test, separate from all others',
    input: workspaceInput.prefault({}),
    result: workspaceView,
    status: 201,
    errors: ['conflict'],
    run: (service, _, options) => {
      const { id, token } = options;
      if (id !== undefined && service.workspaces.has(id)) {
        throw new PortalError('conflict', 'Cannot add the workspace: there is one of this id.');
      }
      if (token !== undefined && service.find({ token })) {
        throw new PortalError('conflict', 'Cannot add the workspace: its token was given before.');
      }
      return toWorkspaceView(service.add(options).state);
    },
  }),
  /** Removes a workspace with everything in it. */
  removeWorkspace: serviceOperation({
    route: 'DELETE /workspaces/{workspace}',
    summary: 'Removes a workspace with everything in it',
    errors: ['conflict'],
    isAsync: true,
    run: async (service, { workspace }) => {
      if (workspace === DEFAULT_WORKSPACE) {
        throw new PortalError('conflict', 'Cannot remove the workspace: the default one is always there.');
      }
      findWorkspace(service, workspace);
      await service.remove(workspace);
    },
  }),
  /** Gives everything, to be put back later: tokens, secrets and answers included. */
  state: serviceOperation({
    route: 'GET /state',
    summary: 'Gives everything, to be put back later: tokens, secrets and answers included',
    result: serviceState,
    run: (service) => service.state,
  }),
  /** Puts a saved state in the place of what is there. */
  setState: serviceOperation({
    route: 'PUT /state',
    summary: 'Puts a saved state in the place of what is there',
    input: serviceState,
    isAsync: true,
    run: async (service, _, state) => {
      if (!Object.hasOwn(state.workspaces, DEFAULT_WORKSPACE)) {
        throw new PortalError('invalid', 'Cannot take the state: it has no default workspace.');
      }
      await service.restore(state);
    },
  }),
};

/** Returns a workspace that runs. @throws {PortalError} if there is none of this id. */
export function findWorkspace({ workspaces }: Service, id: string): WorkspaceRuntime {
  const found = workspaces.get(id);
  if (!found) throw new PortalError('not-found', 'Cannot find the workspace: there is none of this id.');
  return found;
}

function toWorkspaceView({ id, tokens: [token], forms }: Workspace): z.infer<typeof workspaceView> {
  return {
    id,
    ...(token !== undefined && { token }),
    forms: Object.values(forms).map((form) => ({
      slug: form.slug,
      camera: isCameraFlow(form),
      inputParameters: form.inputParameters,
    })),
  };
}
