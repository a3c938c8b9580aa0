import { hash } from 'node:crypto';

/**
 * Returns the key that all deliveries of a submission share: the service's own, hashed, because a slug is a secret.
 *
 * @see Specification, "Delivery rules"
 */
export function submissionKey(slug: string | undefined, submittedAt: string | undefined): string | undefined {
  if (slug === undefined || submittedAt === undefined) return undefined;
  return hash('sha256', JSON.stringify([slug, submittedAt])).slice(0, 32);
}
