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
 * Compares the Authorization of a delivery with the secret that the receiver was entered with. How long it takes depends on
 * the length of the header alone: neither on where the two differ nor on the secret. The same code runs in Node.js,
 * in browsers and in edge workers.
 *
 * @see Specification, "Authentication"
 */
export function compareBearer(authorization: string | null | undefined, secret: string): BearerComparison {
  if (authorization === undefined || authorization === null) return 'absent';
  if (!authorization.startsWith(PREFIX)) return 'other-scheme';
  return differenceOf(authorization.slice(PREFIX.length), secret) === 0 ? 'match' : 'mismatch';
}

/**
 * Returns true if a delivery carries the secret of the webhook, in constant time. If not, answer 401 and stop reading.
 *
 * @param authorization The `Authorization` header; null or undefined where there is none.
 * @param secret The secret that was entered in the portal.
 * @throws {RangeError} if `secret` is empty: everybody would know it.
 * @see Specification, "Authentication"
 *
 * @example
 * if (!verifyBearer(request.headers.get('authorization'), secret)) return new Response(null, { status: 401 })
 */
export function verifyBearer(authorization: string | null | undefined, secret: string): boolean {
  if (secret === '') throw new RangeError('Cannot verify a delivery: the secret is empty. Set that of the webhook.');
  return compareBearer(authorization, secret) === 'match';
}

const PREFIX = 'Bearer ';

/** Zero where two texts are equal. Reads all of `given`, whatever it finds, and branches on nothing of `secret`. */
function differenceOf(given: string, secret: string): number {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < given.length; at += 1) {
    // Beyond the secret it starts over: the lengths differ already.
    difference |= given.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  }
  return difference;
}
