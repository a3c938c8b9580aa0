import type { Observation, ObservationId } from '../../observe/observation.ts';
import { byOrder, type Ordered } from '../rule/rule-tally.ts';
import { openDeliveries, openTimelines } from './deliveries.ts';
import type { Discovery } from './discovery.ts';
import { openErrorBodies } from './error-bodies.ts';
import { openPayloads } from './payloads.ts';
import { openStatuses } from './statuses.ts';

export const DISCOVERY_LIMIT = 20;

const SOURCES: readonly ((observations: readonly Observation[]) => Iterable<Discovery>)[] = [
  openStatuses,
  openErrorBodies,
  openDeliveries,
  openTimelines,
  openPayloads,
];

/** Lists behaviour that the specification does not show, each once, at most {@link DISCOVERY_LIMIT} per topic. */
export function discover(observations: readonly Observation[]): readonly Discovery[] {
  return discoverInOrder(observations).map(({ value }) => value);
}

/** Like {@link discover}, with the position of each: its source, its observation, and its place there. */
export function discoverInOrder(
  observations: readonly Observation[],
  isOwn: (id: ObservationId) => boolean = () => true,
): readonly Ordered<Discovery>[] {
  const places = new Map(observations.map(({ id }, place) => [id, place]));
  const found = SOURCES.flatMap((source, number) =>
    [...source(observations)].flatMap((value, nth): readonly Ordered<Discovery>[] =>
      isOwn(value.observation) ? [{ order: [number, places.get(value.observation) ?? 0, nth], value }] : [],
    ),
  );
  return firstDiscoveries(found, ({ about, seen }) => [about, seen]);
}

/** Keeps the first of each kind, and the first kinds of each topic. */
export function firstDiscoveries<Value>(
  all: readonly Ordered<Value>[],
  kindOf: (discovery: Value) => readonly [about: string, seen: string],
): readonly Ordered<Value>[] {
  const byAbout = new Map<string, Map<string, Ordered<Value>>>();
  for (const discovery of all.toSorted(byOrder)) {
    const [about, seen] = kindOf(discovery.value);
    const known = byAbout.get(about) ?? new Map<string, Ordered<Value>>();
    if (!known.has(seen) && known.size < DISCOVERY_LIMIT) known.set(seen, discovery);
    byAbout.set(about, known);
  }
  return [...byAbout.values()].flatMap((known) => [...known.values()]);
}
