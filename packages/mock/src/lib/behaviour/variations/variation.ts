import type { Overrides } from '../hooks/behaviour.ts';

/** Unusual but valid behaviour: no rule may fail on it. A client that does not accept it relies on more than is promised. */
export interface Variation {
  readonly id: string;
  /** Behaviour of the service, as a clause: "writes the keys of objects in another order". */
  readonly title: string;
  /** Creates the overrides for each workspace, so that what they remember starts empty. */
  readonly overrides: () => Overrides;
}

/** Defines a variation. */
export function defineVariation(id: string, title: string, overrides: Overrides | (() => Overrides)): Variation {
  return { id, title, overrides: typeof overrides === 'function' ? overrides : () => overrides };
}
