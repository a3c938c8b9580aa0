import type { Service } from '../service/service.ts';
import { DEFAULT_WORKSPACE } from '../service/service.ts';
import type { WorkspaceRuntime } from '../service/workspace-runtime.ts';
import type { ServiceState } from '../state/service-state.ts';
import { serviceState } from '../state/service-state.ts';
import type { WorkspaceInput } from './inputs.ts';
import { invalidInput, PortalError } from './portal-error.ts';
import { toWorkspaceView, type PortalIndex, type WorkspaceView } from './views.ts';
import { openWorkspacePortal, type WorkspacePortal } from './workspace-portal.ts';

/** What an operator does: in the default workspace, or, by `workspace(id)`, in another. */
export interface Portal extends WorkspacePortal {
  index(): PortalIndex;
  /** Makes a workspace apart from all others: own token, forms, credit, receivers, clock. */
  addWorkspace(options?: WorkspaceInput): WorkspaceView;
  removeWorkspace(id: string): Promise<void>;
  workspace(id: string): WorkspacePortal;
  /** Everything, as it can be saved and put back. */
  state(): ServiceState;
  setState(state: unknown): Promise<void>;
}

/** Opens the portal of the service. */
export function openPortal(service: Service): Portal {
  const runtime = (id: string): WorkspaceRuntime => {
    const found = service.workspaces.get(id);
    if (!found) throw new PortalError('not-found', 'Cannot find the workspace: there is none of this id.');
    return found;
  };
  return {
    ...openWorkspacePortal(service, () => runtime(DEFAULT_WORKSPACE)),
    index: () => ({
      format: 'idvkit.portal',
      version: 1,
      workspaces: [...service.workspaces.values()].map(({ state }) => toWorkspaceView(state)),
      defaults: toWorkspaceView(runtime(DEFAULT_WORKSPACE).state),
    }),
    addWorkspace: (options = {}) => {
      const { id, token } = options;
      if (id !== undefined && service.workspaces.has(id)) {
        throw new PortalError('conflict', 'Cannot add the workspace: there is one of this id.');
      }
      if (token !== undefined && service.find({ token })) {
        throw new PortalError('conflict', 'Cannot add the workspace: its token was given before.');
      }
      return toWorkspaceView(service.add(options).state);
    },
    removeWorkspace: async (id) => {
      if (id === DEFAULT_WORKSPACE) {
        throw new PortalError('conflict', 'Cannot remove the workspace: the default one is always there.');
      }
      runtime(id);
      await service.remove(id);
    },
    workspace: (id) => {
      runtime(id);
      return openWorkspacePortal(service, () => runtime(id));
    },
    state: () => service.state,
    setState: async (state) => {
      const parsed = serviceState.safeParse(state);
      if (!parsed.success) throw invalidInput('state', parsed.error);
      if (!Object.hasOwn(parsed.data.workspaces, DEFAULT_WORKSPACE)) {
        throw new PortalError('invalid', 'Cannot take the state: it has no default workspace.');
      }
      await service.restore(parsed.data);
    },
  };
}
