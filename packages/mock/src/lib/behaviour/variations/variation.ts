import type { Overrides } from '../hooks/behaviour.ts';

/**
 * A way in which a service may be odd and keeps every rule all the same. What judges services must find nothing in it, and a
 * client that cannot put up with it relies on what nobody promised.
 */
export interface Variation {
  readonly id: string;
  /** What the service does, as a clause: "writes the keys of objects in another order". */
  readonly title: string;
  /** Makes the overrides anew for each workspace, so that what they remember starts empty. */
  readonly overrides: () => Overrides;
}

/** Defines a variation. */
export function defineVariation(id: string, title: string, points: Overrides | (() => Overrides)): Variation {
  return { id, title, overrides: typeof points === 'function' ? points : () => points };
}
