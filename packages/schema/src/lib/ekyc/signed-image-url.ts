import * as z from 'zod';

/**
 * An absolute URL of the service host, `/api/ekyc/{slug}/result/image/?q=…&exp=…`, where `q` is a signed token and `exp` a
 * Unix timestamp in seconds.
 *
 * @see Specification, "Signed image URL"
 */
export const signedImageUrl = z
  .url()
  .regex(
    /^https?:\/\/[^/?#]+\/api\/ekyc\/[^/?#]+\/result\/image\/\?(?=(?:[^#]*&)?q=[^&#]+)(?=(?:[^#]*&)?exp=\d+(?:[&#]|$))/,
    'must be a signed image URL: /api/ekyc/{slug}/result/image/ with q and exp',
  )
  .meta({ id: 'SignedImageUrl', format: 'uri' });
