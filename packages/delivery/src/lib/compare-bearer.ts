import { createHash, timingSafeEqual } from 'node:crypto';

/** How an Authorization header compares with a secret. */
export type BearerComparison =
  | 'match'
  /** A bearer token, but another one. */
  | 'mismatch'
  /** No header. */
  | 'absent'
  /** A header that carries no bearer token. */
  | 'other-scheme';

/**
 * Compares the Authorization of a delivery with the secret that the receiver was entered with. It takes as long whatever
 * the length of the token and wherever it differs.
 *
 * @see Specification, "Authentication"
 */
export function compareBearer(authorization: string | undefined, secret: string): BearerComparison {
  if (authorization === undefined) return 'absent';
  if (!authorization.startsWith(PREFIX)) return 'other-scheme';
  return timingSafeEqual(digest(authorization.slice(PREFIX.length)), digest(secret)) ? 'match' : 'mismatch';
}

const PREFIX = 'Bearer ';

/** Digests are all of one length, which `timingSafeEqual` asks for. */
function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
