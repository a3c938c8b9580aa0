import { readDateTime } from '../conventions/date-time.ts';

/** Seconds that a signed image URL lives after `event.created_at`. @see Specification, "Limits" */
export const SIGNED_IMAGE_LIFETIME_SECONDS = 900;

/**
 * Returns when the signed image URLs of a delivery stop working.
 *
 * @param event Event header of the delivery that carried the URLs.
 * @returns Unix time in whole seconds: `event.created_at`, its fraction dropped, and 900. Undefined if there is no `created_at`.
 * @throws {RangeError} if `created_at` is not a date-time with an offset.
 * @see Specification, "Signed image URL"
 *
 * @example
 * imageExpirySeconds({ created_at: '2026-01-05T03:00:00+00:00' }) // 1767582900
 */
export function imageExpirySeconds(event: { readonly created_at: string }): number;
export function imageExpirySeconds(event: { readonly created_at?: string | undefined }): number | undefined;
export function imageExpirySeconds(event: { readonly created_at?: string | undefined }): number | undefined {
  if (event.created_at === undefined) return undefined;
  const createdAt = readDateTime(event.created_at);
  if (createdAt === undefined || createdAt.offset === 'none') {
    throw new RangeError('`created_at` is not a date-time with an offset');
  }
  return Math.floor(createdAt.at / 1000) + SIGNED_IMAGE_LIFETIME_SECONDS;
}
