import { URL_PARTS, webUrl } from '../conventions/web-url.ts';

const { origin, segment, query, fragment } = URL_PARTS;

/**
 * An absolute URL of the service host, `/api/ekyc/{slug}/result/image/?q=…&exp=…`. `q` is a signed token, `exp` a Unix
 * timestamp in seconds.
 *
 * @see Specification, "Signed image URL"
 */
export const signedImageUrl = webUrl(
  `${origin}/api/ekyc/${segment}/result/image/\\?(?=(?:[^#]*&)?q=[^&#]+)(?=(?:[^#]*&)?exp=[0-9]+(?:[&#]|$))${query}${fragment}`,
  'must be a signed image URL: /api/ekyc/{slug}/result/image/ with q and exp',
).meta({ id: 'SignedImageUrl', description: 'Signed URL of an image; expires 15 minutes after the event' });
