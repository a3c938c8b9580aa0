import type { Action, Delivery, Exchange, Observation, Watch } from './observation.ts';

/** All that was observed of one application, in order. */
export interface Timeline {
  readonly slug: string;
  readonly formSlug?: string;
  readonly observations: readonly Observation[];
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  readonly actions: readonly Action[];
  readonly watches: readonly Watch[];
}
