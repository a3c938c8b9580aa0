import type { LeftOutHits } from '@idvkit/schema/formats';

/** Returns whether only the count of an entry's hits is known. */
export function isLeftOut(hits: object): hits is LeftOutHits {
  return 'leftOut' in hits;
}
