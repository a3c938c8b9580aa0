import { createHash, timingSafeEqual } from 'node:crypto';

import type { Captured } from '@idvkit/schema/formats';

/**
 * Compares the Authorization of a delivery with the secret, in a time that does not depend on where they differ.
 *
 * @see Specification, "Authentication"
 */
export function checkBearer(authorization: string | undefined, secret: string | undefined): Captured['bearer'] {
  if (secret === undefined) return 'not-checked';
  if (authorization === undefined) return 'absent';
  const token = /^Bearer (.+)$/.exec(authorization)?.[1];
  if (token === undefined) return 'other-scheme';
  return timingSafeEqual(digest(token), digest(secret)) ? 'match' : 'mismatch';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
