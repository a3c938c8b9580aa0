import type { Clock, SenderOptions } from '@idvkit/delivery';

import { faultOf } from '../behaviour/faults/all-faults.ts';
import type { Fault } from '../behaviour/faults/fault.ts';
import type { Variation } from '../behaviour/variations/variation.ts';
import type { StoredApplication } from '../state/application.ts';
import { Draw } from '../state/draw.ts';
import { newWorkspace, type NewWorkspace } from '../state/new-workspace.ts';
import type { ServiceState } from '../state/service-state.ts';
import { applicationOf, formOf, fromSavedWorkspace, toSavedWorkspace, type Workspace } from '../state/workspace.ts';
import type { LoggedCall } from './call-log.ts';
import type { LoggedDelivery } from './deliveries/delivery-log.ts';
import { WorkspaceRuntime } from './workspace-runtime.ts';

/** Workspace that calls are about when nothing says otherwise. */
export const DEFAULT_WORKSPACE = 'default';

/** Listeners for a log. */
export interface ServiceObserver {
  /** Gets a copy of every request that is let in: also those of the portal and of hosted forms. */
  onRequest?(request: Request): void;
  onCall?(workspaceId: string, call: LoggedCall): void;
  onAttempt?(workspaceId: string, delivery: LoggedDelivery): void;
}

/** Initial state and options of a service. */
export interface ServiceOptions {
  readonly state: ServiceState;
  /** Faults of the main workspace, and of those that are made while it has them. */
  readonly faults?: readonly Fault[];
  /** Variations of every workspace. */
  readonly variations?: readonly Variation[];
  /** Origin under which the service is reached, if it is fixed. */
  readonly publicOrigin?: string | undefined;
  readonly connections?: NonNullable<SenderOptions['dispatcher']>;
  readonly observer?: ServiceObserver;
  /** Clock that the clocks of workspaces follow. Default: the machine's. */
  readonly timeSource?: Clock;
}

/** The service: its workspaces, apart from one another, and what they share. */
export class Service {
  readonly observer: ServiceObserver;
  readonly publicOrigin: string | undefined;
  readonly #options: ServiceOptions;
  readonly #workspaces = new Map<string, WorkspaceRuntime>();
  #seed: number;
  #draw: Draw;
  /** Origin under which it was last called, or at which it listens: the best guess if an application has none. */
  lastOrigin: string | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.observer = options.observer ?? {};
    this.publicOrigin = options.publicOrigin;
    this.#seed = options.state.seed;
    this.#draw = new Draw(options.state.seed, options.state.counters);
    this.#startAll(options.state, options.faults ?? []);
  }

  get draw(): Draw {
    return this.#draw;
  }

  get workspaces(): ReadonlyMap<string, WorkspaceRuntime> {
    return this.#workspaces;
  }

  /** The default workspace. */
  get main(): WorkspaceRuntime {
    const main = this.#workspaces.get(DEFAULT_WORKSPACE);
    if (!main) throw new Error('The default workspace is always there');
    return main;
  }

  /** Returns the fault of an id: one that it was started with, or one of the table. */
  faultOf(id: string): Fault | undefined {
    return this.#options.faults?.find((fault) => fault.id === id) ?? faultOf(id);
  }

  /** Returns the origin of the links of an application. */
  originOf({ origin }: StoredApplication): string {
    return this.publicOrigin ?? origin ?? this.lastOrigin ?? 'http://localhost';
  }

  /** Finds the workspace that a token, else a slug, else a form belongs to. */
  find(clues: {
    readonly token?: string | undefined;
    readonly slug?: string | undefined;
    readonly formSlug?: string | undefined;
  }): WorkspaceRuntime | undefined {
    const { token, slug, formSlug } = clues;
    const all = [...this.#workspaces.values()];
    const holds = ({ state: { tokens, revokedTokens } }: WorkspaceRuntime): boolean =>
      token !== undefined && (tokens.includes(token) || revokedTokens.includes(token));
    return (
      all.find(holds) ??
      all.find(({ state }) => slug !== undefined && applicationOf(state, slug)) ??
      all.find(({ state }) => formSlug !== undefined && formOf(state, formSlug))
    );
  }

  add(wanted: Partial<NewWorkspace>): WorkspaceRuntime {
    const draw = this.#draw;
    const id = wanted.id ?? `ws-${draw.number('workspace')}`;
    if (this.#workspaces.has(id)) throw new Error('A workspace id is given once');
    const token = wanted.token ?? draw.secret('idv_');
    // A mock that was started with faults has them for every client: a run makes its own workspace.
    const { faults } = this.main;
    return this.#start(newWorkspace({ signingKey: draw.secret('key_'), ...wanted, id, token }), faults);
  }

  async remove(id: string): Promise<void> {
    const workspace = this.#workspaces.get(id);
    this.#workspaces.delete(id);
    await workspace?.close();
  }

  /** Everything, as it is saved. */
  get state(): ServiceState {
    return {
      format: 'idvkit.mock-state',
      version: 1,
      seed: this.#seed,
      counters: this.#draw.counters,
      workspaces: Object.fromEntries([...this.#workspaces].map(([id, { state }]) => [id, toSavedWorkspace(state)])),
    };
  }

  /** Puts a saved state in the place of what is there. */
  async restore(state: ServiceState): Promise<void> {
    const { faults } = this.main;
    await this.close();
    this.#seed = state.seed;
    this.#draw = new Draw(state.seed, state.counters);
    this.#startAll(state, faults);
  }

  async close(): Promise<void> {
    const all = [...this.#workspaces.values()];
    this.#workspaces.clear();
    await Promise.all(all.map((workspace) => workspace.close()));
  }

  #startAll({ workspaces }: ServiceState, faults: readonly Fault[]): void {
    for (const workspace of Object.values(workspaces)) this.#start(fromSavedWorkspace(workspace), faults);
  }

  #start(state: Workspace, faults: readonly Fault[]): WorkspaceRuntime {
    const { id } = state;
    const { connections, timeSource, variations = [] } = this.#options;
    const runtime = new WorkspaceRuntime({
      state,
      draw: this.#draw,
      faults,
      variations,
      origin: (application) => this.originOf(application),
      ...(connections && { connections }),
      ...(timeSource && { timeSource }),
      onAttempt: (delivery) => this.observer.onAttempt?.(id, delivery),
    });
    this.#workspaces.set(id, runtime);
    return runtime;
  }
}
