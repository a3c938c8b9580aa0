import { z } from 'zod';

/** Seconds that a signed image URL lives after `event.created_at`. @see Specification, "Limits" */
export const SIGNED_IMAGE_LIFETIME_SECONDS = 900;

const path = /^\/api\/ekyc\/([^/]+)\/result\/image\/$/;

function isSigned(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const exp = url.searchParams.get('exp') ?? '';
  return /^https?:$/.test(url.protocol) && path.test(url.pathname) && !!url.searchParams.get('q') && /^\d+$/.test(exp);
}

/**
 * An absolute URL of the service host, `/api/ekyc/{slug}/result/image/?q=…&exp=…`, where `q` is a signed token and `exp` a
 * Unix timestamp in seconds.
 *
 * @see Specification, "Signed image URL"
 */
export const signedImageUrl = z
  .string()
  .refine(isSigned, 'must be a signed image URL: /api/ekyc/{slug}/result/image/ with q and exp')
  .meta({ id: 'SignedImageUrl', format: 'uri' });
