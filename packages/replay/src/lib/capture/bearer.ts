import { compareBearer } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

/**
 * Compares the Authorization of a delivery with the secret, if any. Several never match: receivers differ in which they read.
 * @see Specification, "Authentication"
 */
export function checkBearer(
  authorization: string | readonly string[] | undefined,
  secret: string | undefined,
): Captured['bearer'] {
  if (secret === undefined) return 'not-checked';
  const [first, second] = typeof authorization === 'string' ? [authorization] : (authorization ?? []);
  return second === undefined ? compareBearer(first, secret) : 'mismatch';
}
