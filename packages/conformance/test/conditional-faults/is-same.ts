import { isDeepStrictEqual } from 'node:util';

import type { Refusal } from '@idvkit/mock';

import type { Point } from './values.ts';

/** Checks whether a decision comes to the same. Only the first refusal is answered. */
export function isSame(point: Point, value: unknown, decided: unknown): boolean {
  if (point !== 'refusals') return isDeepStrictEqual(value, decided);
  const [[before], [after]] = [value as readonly Refusal[], decided as readonly Refusal[]];
  return isDeepStrictEqual(before, after);
}
