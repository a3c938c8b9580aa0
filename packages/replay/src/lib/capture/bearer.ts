import { compareBearer } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

/**
 * Compares the Authorization of a delivery with the secret, where there is one.
 *
 * @see Specification, "Authentication"
 */
export function checkBearer(authorization: string | undefined, secret: string | undefined): Captured['bearer'] {
  return secret === undefined ? 'not-checked' : compareBearer(authorization, secret);
}
