import type { Clock, SenderOptions } from '@idvkit/delivery';

import type { Fault } from './behaviour/faults/fault.ts';
import type { WebhookInput } from './portal/operations/workspace-operations.ts';
import type { ServiceObserver } from './service/service.ts';
import type { NewWorkspace } from './state/new-workspace.ts';
import type { ServiceState } from './state/service-state.ts';

/** How a mock starts. Everything may be left out. */
export interface MockOptions extends Partial<Omit<NewWorkspace, 'id' | 'signingKey'>> {
  /** Seed of all ids, secrets and invented applicants. Default 1: the same ids in every run. */
  readonly seed?: number;
  /** Webhooks of the default workspace; `events` are all types by default. */
  readonly webhooks?: readonly WebhookInput[];
  /**
   * Faults to switch on, by id or your own ones, in the default workspace and in those that are made while it has them.
   */
  readonly faults?: readonly (string | Fault)[];
  /** Ways to be odd that keep every rule, by id, in every workspace. */
  readonly variations?: readonly string[];
  /** A saved state to go on from. What says how a default workspace is set up counts for nothing then. */
  readonly state?: ServiceState;
  /** Address under which clients reach the mock if it is not the one that it listens on, as behind a proxy. Its host is served, too. */
  readonly publicUrl?: string;
  /** Makes the connections of deliveries: an undici `Agent` that trusts a test certificate, for instance. */
  readonly dispatcher?: NonNullable<SenderOptions['dispatcher']>;
  /** Told of every call of a client, and of every delivery attempt that ended. */
  readonly observer?: ServiceObserver;
  /** Clock that the clocks of workspaces follow. Default: the machine's. With a clock that stands still, equal calls get equal bytes. */
  readonly timeSource?: Clock;
}
