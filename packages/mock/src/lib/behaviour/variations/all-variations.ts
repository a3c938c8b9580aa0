import { payloadVariations } from './payload-variations.ts';
import { transportVariations } from './transport-variations.ts';
import type { Variation } from './variation.ts';

/** Every variation. All of them together keep every rule as well. */
export const allVariations: readonly Variation[] = [...payloadVariations, ...transportVariations];

const byId = new Map(allVariations.map((variation) => [variation.id, variation]));

/** The variation of an id, where there is one. */
export function variationOf(id: string): Variation | undefined {
  return byId.get(id);
}
