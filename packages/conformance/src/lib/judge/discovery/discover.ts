import type { Observation } from '../../observe/observation.ts';
import { openDeliveries } from './deliveries.ts';
import type { Discovery } from './discovery.ts';
import { openErrorBodies } from './error-bodies.ts';
import { openPayloads } from './payloads.ts';
import { openStatuses } from './statuses.ts';

export const DISCOVERY_LIMIT = 20;

/** Lists behaviour that the specification does not show, each once, at most {@link DISCOVERY_LIMIT} per topic. */
export function discover(observations: readonly Observation[]): readonly Discovery[] {
  const byAbout = new Map<string, Map<string, Discovery>>();
  for (const source of [openStatuses, openErrorBodies, openDeliveries, openPayloads]) {
    for (const discovery of source(observations)) {
      const { about, seen } = discovery;
      const known = byAbout.get(about) ?? new Map<string, Discovery>();
      if (!known.has(seen) && known.size < DISCOVERY_LIMIT) known.set(seen, discovery);
      byAbout.set(about, known);
    }
  }
  return [...byAbout.values()].flatMap((known) => [...known.values()]);
}
