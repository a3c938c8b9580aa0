import type { SenderOptions } from '@idvkit/delivery';

import type { Fault } from '../behaviour/faults/fault.ts';
import type { Variation } from '../behaviour/variations/variation.ts';
import type { StoredApplication } from '../state/application.ts';
import { createDraw, type Draw } from '../state/draw.ts';
import { newWorkspace, type NewWorkspace } from '../state/new-workspace.ts';
import type { ServiceState } from '../state/service-state.ts';
import { applicationOf, formOf, fromSavedWorkspace, toSavedWorkspace, type Workspace } from '../state/workspace.ts';
import type { LoggedCall } from './call-log.ts';
import type { LoggedDelivery } from './deliveries/delivery-log.ts';
import { startWorkspace, type WorkspaceRuntime } from './workspace-runtime.ts';

/** Workspace that calls are about when nothing says otherwise. */
export const DEFAULT_WORKSPACE = 'default';

/** What may be looked up to tell which workspace a call is about. */
export interface WorkspaceClues {
  readonly token?: string | undefined;
  readonly slug?: string | undefined;
  readonly formSlug?: string | undefined;
}

/** What the service tells whoever watches it, for a log. */
export interface ServiceObserver {
  onCall?(workspaceId: string, call: LoggedCall): void;
  onAttempt?(workspaceId: string, delivery: LoggedDelivery): void;
}

/** The service: its workspaces, apart from one another, and what they share. */
export interface Service {
  readonly draw: Draw;
  readonly workspaces: ReadonlyMap<string, WorkspaceRuntime>;
  /** The workspace that is there when nobody made another. */
  readonly main: WorkspaceRuntime;
  readonly observer: ServiceObserver;
  /** Origin under which the service is reached, where it is fixed. */
  publicOrigin: string | undefined;
  /** Origin under which it was last called, or at which it listens: the best guess where an application has none. */
  lastOrigin: string | undefined;
  /** Origin of the links of an application. */
  readonly originOf: (application: StoredApplication) => string;
  /** The workspace that a token, else a slug, else a form belongs to; undefined where none does. */
  find(clues: WorkspaceClues): WorkspaceRuntime | undefined;
  add(options: Omit<NewWorkspace, 'id' | 'token' | 'signingKey'> & Partial<NewWorkspace>): WorkspaceRuntime;
  remove(id: string): Promise<boolean>;
  /** Everything, as it is saved. */
  readonly state: ServiceState;
  /** Puts a saved state in the place of what is there. */
  restore(state: ServiceState): Promise<void>;
  close(): Promise<void>;
}

/** What a service starts from. */
export interface ServiceOptions {
  readonly state: ServiceState;
  /** Faults of the main workspace, and of those that are made while it has them. */
  readonly faults?: readonly Fault[];
  /** Variations of every workspace. */
  readonly variations?: readonly Variation[];
  readonly publicOrigin?: string | undefined;
  readonly connections?: NonNullable<SenderOptions['dispatcher']>;
  readonly observer?: ServiceObserver;
}

/** Starts the service. */
export function startService(options: ServiceOptions): Service {
  const { connections, observer = {} } = options;
  let { seed } = options.state;
  let draw = createDraw(seed, options.state.counters);
  const workspaces = new Map<string, WorkspaceRuntime>();

  const service: Service = {
    get draw() {
      return draw;
    },
    workspaces,
    get main() {
      const main = workspaces.get(DEFAULT_WORKSPACE);
      if (!main) throw new Error('The default workspace is always there');
      return main;
    },
    observer,
    publicOrigin: options.publicOrigin,
    lastOrigin: undefined,
    originOf: ({ origin }) => service.publicOrigin ?? origin ?? service.lastOrigin ?? 'http://localhost',
    find: ({ token, slug, formSlug }) => {
      const all = [...workspaces.values()];
      const holds = ({ state: { tokens, revokedTokens } }: WorkspaceRuntime): boolean =>
        token !== undefined && (tokens.includes(token) || revokedTokens.includes(token));
      return (
        all.find(holds) ??
        all.find(({ state }) => slug !== undefined && applicationOf(state, slug)) ??
        all.find(({ state }) => formSlug !== undefined && formOf(state, formSlug))
      );
    },
    add: (wanted) => {
      const id = wanted.id ?? `ws-${draw.number('workspace')}`;
      if (workspaces.has(id)) throw new Error('A workspace id is given once');
      const token = wanted.token ?? draw.secret('idv_');
      // A mock that was started with faults has them for whoever comes: a run makes a workspace of its own.
      const { faults } = service.main;
      return start(newWorkspace({ signingKey: draw.secret('key_'), ...wanted, id, token }), faults);
    },
    remove: async (id) => {
      const workspace = workspaces.get(id);
      workspaces.delete(id);
      await workspace?.close();
      return workspace !== undefined;
    },
    get state(): ServiceState {
      return {
        format: 'idvkit.mock-state',
        version: 1,
        seed,
        counters: draw.counters,
        workspaces: Object.fromEntries([...workspaces].map(([id, { state }]) => [id, toSavedWorkspace(state)])),
      };
    },
    restore: async (state) => {
      const faults = service.main.faults;
      await service.close();
      seed = state.seed;
      draw = createDraw(seed, state.counters);
      for (const workspace of Object.values(state.workspaces)) {
        start(fromSavedWorkspace(workspace), faults);
      }
    },
    close: async () => {
      const all = [...workspaces.values()];
      workspaces.clear();
      await Promise.all(all.map((workspace) => workspace.close()));
    },
  };

  function start(state: Workspace, faults: readonly Fault[]): WorkspaceRuntime {
    const { id } = state;
    const runtime = startWorkspace({
      state,
      draw,
      faults,
      variations: options.variations ?? [],
      origin: service.originOf,
      ...(connections && { connections }),
      onAttempt: (delivery) => observer.onAttempt?.(id, delivery),
    });
    workspaces.set(id, runtime);
    return runtime;
  }

  for (const workspace of Object.values(options.state.workspaces)) {
    start(fromSavedWorkspace(workspace), options.faults ?? []);
  }
  return service;
}
