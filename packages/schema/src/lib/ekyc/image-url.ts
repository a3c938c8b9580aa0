import type { JsonNode } from '../check/json-node.ts';

/** Parts of a text that is meant to be a signed image URL, right or not. */
export interface ImageUrl {
  /** True if it names scheme and host itself, and the scheme is of the web. */
  readonly absolute: boolean;
  /** Host and port, as far as it names them. */
  readonly host: string;
  readonly pathname: string;
  /** Slug in its path, decoded, where the path ends as that of a signed image does. */
  readonly slug?: string;
  readonly q?: string;
  readonly exp?: string;
  /** `exp` in seconds since the epoch, where it is an integer. */
  readonly expSeconds?: number;
}

const nowhere = 'http://nowhere.invalid';
/** A URL as the service signs it, if a URL parser would leave each part as it is. */
const usual =
  /^https?:\/\/(?!.*xn--)((?:[a-z0-9-]+\.)*[a-z]+(?::[1-9]\d{3})?)(\/api\/ekyc\/([\w-]+)\/result\/image\/)\?q=([\w-]+)&exp=(\d+)$/;
const imagePath = /\/api\/ekyc\/([^/]+)\/result\/image\/$/;

/**
 * Parses a text that looks like a signed image URL: by its path or by one of its two query parameters.
 *
 * @returns Undefined if it is not a text, not a URL, or nothing like one that is signed.
 */
export function readImageUrl(value: unknown): ImageUrl | undefined {
  if (typeof value !== 'string') return undefined;
  // A payload has several, and a URL parser takes longer than most checks of all of it.
  const parts = usual.exec(value);
  if (parts) {
    const [, host = '', pathname = '', slug = '', q = '', exp = ''] = parts;
    return { absolute: true, host, pathname, slug, q, exp, expSeconds: Number(exp) };
  }
  const whole = URL.parse(value);
  const url = whole ?? URL.parse(value, nowhere);
  if (url === null) return undefined;
  const absolute = whole !== null && /^https?:$/.test(url.protocol);
  const q = url.searchParams.get('q') ?? undefined;
  const exp = url.searchParams.get('exp') ?? undefined;
  if (q === undefined && exp === undefined && !/\/(?:ekyc|result\/image)\//.test(`${url.pathname}/`)) return undefined;
  const slug = imagePath.exec(url.pathname)?.[1];
  return {
    absolute,
    host: absolute ? url.host : '',
    pathname: url.pathname,
    ...(slug === undefined ? {} : { slug: decoded(slug) }),
    ...(q === undefined ? {} : { q }),
    ...(exp === undefined ? {} : { exp }),
    ...(exp !== undefined && /^\d+$/.test(exp) ? { expSeconds: Number(exp) } : {}),
  };
}

/** Decodes a segment of a path; one with a broken escape stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns what `extra.ekyc` holds as signed image URLs, of any kind but null. */
export function imagesOf(ekyc: JsonNode): readonly JsonNode[] {
  const liveness = ekyc.at('liveness');
  const scan = ekyc.at('identity_document');
  const tries = liveness.at('attempts').items();
  const images = [
    liveness,
    ...tries.flatMap((attempt) => attempt.at('images').items()),
    scan,
    ...scan.at('attempts').items(),
  ].map((shown) => shown.at('url'));
  return [...images, scan.at('face_image_url')].filter((image) => !image.isAbsent);
}
