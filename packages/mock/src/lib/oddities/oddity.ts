import type { Overrides } from '../behaviour/behaviour.ts';

/**
 * A way in which a service may be odd and keeps every rule all the same. What judges services must find nothing in it, and a
 * client that cannot put up with it relies on what nobody promised.
 */
export interface Oddity {
  readonly id: string;
  /** What the service does, as a clause: "writes the keys of objects in another order". */
  readonly title: string;
  /** Makes the overrides anew for each workspace, so that what they remember starts empty. */
  readonly overrides: () => Overrides;
}

/** Defines an oddity. */
export function defineOddity(id: string, title: string, points: Overrides | (() => Overrides)): Oddity {
  return { id, title, overrides: typeof points === 'function' ? points : () => points };
}
