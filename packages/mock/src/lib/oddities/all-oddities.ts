import type { Oddity } from './oddity.ts';
import { payloadOddities } from './payload-oddities.ts';
import { transportOddities } from './transport-oddities.ts';

/** Every oddity. All of them together keep every rule as well. */
export const allOddities: readonly Oddity[] = [...payloadOddities, ...transportOddities];

const byId = new Map(allOddities.map((oddity) => [oddity.id, oddity]));

/** The oddity of an id, where there is one. */
export function oddityOf(id: string): Oddity | undefined {
  return byId.get(id);
}
