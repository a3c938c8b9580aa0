import { payloadVariations } from './payload-variations.ts';
import { transportVariations } from './transport-variations.ts';
import type { Variation } from './variation.ts';

/** Every variation, in the order in which they change what is sent. All of them together pass every rule too. */
export const allVariations: readonly Variation[] = [...payloadVariations, ...transportVariations];

const byId = new Map(allVariations.map((variation) => [variation.id, variation]));

/** Returns the variation of an id. */
export function variationOf(id: string): Variation | undefined {
  return byId.get(id);
}
