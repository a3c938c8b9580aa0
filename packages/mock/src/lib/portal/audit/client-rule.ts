import type { RuleId } from '@idvkit/schema/rules';
import * as z from 'zod';

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

export const clientFinding = z
  .strictObject({
    /** One phrase without slugs, tokens or bodies. */
    message: z.string(),
    /** None if the finding is about a call that was not made. */
    calls: z
      .array(z.int())
      .readonly()
      .meta({ description: 'Numbers of the calls that show it, the first few of them' }),
    slug: z.string().exactOptional().meta({ description: 'The application that it is about' }),
  })
  .readonly();

export type ClientFinding = z.infer<typeof clientFinding>;

export interface ClientRule {
  readonly id: Extract<RuleId, `client.${string}`>;
  readonly judge: (history: ClientHistory) => {
    /** How often the rule could have been broken; 0: nothing shows whether it is kept. */
    readonly judged: number;
    readonly findings: readonly ClientFinding[];
  };
}

/** Returns the time between the answer to a call and another call: on the workspace's clock or in reality, whichever is more. */
export function waitMs(before: LoggedCall, after: LoggedCall): number {
  return Math.max(after.at - before.at, after.trace.arrivedMs - before.trace.answeredMs);
}
