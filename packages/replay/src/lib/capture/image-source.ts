/** The service that images are fetched from. Both come from the user: a delivery is the word of a stranger. */
export interface ImageSource {
  /** Images of other origins (scheme, host and port) are not fetched. */
  readonly baseUrl: string;
  /** API token, without which the service gives no image. */
  readonly token: string;
}

/** Why an image is not fetched. */
export type ImageRefusal = 'not a signed image URL' | 'of another origin than --base-url' | 'expired';

/** A slug has no encoded `/`, `\`, `.` or `%`: a server might take `%2f..%2f` for a path to somewhere else. */
const signedPath = /^\/api\/ekyc\/(?:[^/%]|%(?!2[efEF5]|5[cC]))+\/result\/image\/$/;

/**
 * Decides whether an image URL is fetched, with the API token. Anyone who can post to a capture chooses the URL: only URLs of the
 * documented form at the origin of the service are fetched.
 *
 * @see Specification, "Signed image URL"
 */
export function refuseImage(
  url: string,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: Date },
): ImageRefusal | undefined {
  const parsed = URL.parse(url);
  const expSeconds = Number(parsed?.searchParams.get('exp') ?? Number.NaN);
  if (parsed === null || !signedPath.test(parsed.pathname)) return 'not a signed image URL';
  if (!parsed.searchParams.has('q') || Number.isNaN(expSeconds)) return 'not a signed image URL';
  if (parsed.username !== '' || parsed.password !== '') return 'not a signed image URL';
  if (parsed.origin !== new URL(baseUrl).origin) return 'of another origin than --base-url';
  return expSeconds * 1_000 <= now.getTime() ? 'expired' : undefined;
}
