import { hash } from 'node:crypto';

const KEY_LENGTH = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the key that all deliveries of a submission share: the service's own, hashed, because a slug is a secret.
 *
 * @see Specification, "Delivery rules"
 */
export function submissionKey(slug: string | undefined, submittedAt: string | undefined): string | undefined {
  if (slug === undefined || submittedAt === undefined) return undefined;
  // A slice would keep all digits alive, and a corpus keeps thousands of keys.
  const digits = encoder.encode(hash('sha256', JSON.stringify([slug, submittedAt])));
  return decoder.decode(digits.subarray(0, KEY_LENGTH));
}
