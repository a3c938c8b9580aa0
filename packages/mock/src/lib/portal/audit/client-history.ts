import type { LoggedCall } from '../../service/call-log.ts';
import type { LoggedDelivery } from '../../service/deliveries/delivery-log.ts';
import type { FormVisits } from '../../service/form-visits.ts';
import type { Workspace } from '../../state/workspace.ts';

/** Everything that a client did in a workspace, as far as it is remembered. */
export interface ClientHistory {
  /** In the order in which they were answered. */
  readonly calls: readonly LoggedCall[];
  readonly deliveries: readonly LoggedDelivery[];
  readonly visits: FormVisits;
  readonly workspace: Workspace;
  /** Time of the workspace, in milliseconds since the epoch. */
  readonly now: number;
}

/** How much time lay between the answer to a call and another call: on the workspace's clock or in reality, whichever is more. */
export function waitMs(before: LoggedCall, after: LoggedCall): number {
  return Math.max(after.at - before.at, after.trace.arrivedMs - before.trace.answeredMs);
}
