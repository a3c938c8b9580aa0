import { createHash, timingSafeEqual } from 'node:crypto';

import type { Delivery } from '../observation/observation.ts';

/** Tells how the Authorization of a delivery compares with the receiver's own secret. */
export function compareBearer(authorization: string | undefined, secret: string): Delivery['bearer'] {
  if (authorization === undefined) return 'absent';
  const token = /^Bearer (.*)$/.exec(authorization)?.[1];
  if (token === undefined) return 'other-scheme';
  return timingSafeEqual(digest(token), digest(secret)) ? 'match' : 'mismatch';
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
