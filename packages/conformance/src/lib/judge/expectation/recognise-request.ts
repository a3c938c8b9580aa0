import { isPlatformLocale } from '@idvkit/schema';

import type { Condition } from '../../observe/condition.ts';

export interface RecognisedRequest extends Pick<Condition, 'endpoint' | 'method' | 'locale'> {
  readonly lang?: string;
  readonly formSlug?: string;
  readonly slug?: string;
}

const CREATE = /^\/([^/]+)\/api\/forms\/([^/]+)\/create\/$/;
const APPLIED = /^\/([^/]+)\/api\/forms\/([^/]+)\/applied-forms\/([^/]+)\/(result|info|submit|hook-submit)\/$/;
const IMAGE = /^\/api\/ekyc\/([^/]+)\/result\/image\/$/;

/**
 * Reads the endpoint of a call from its request line. A path must match exactly; anything else is `other`.
 * @param baseUrl Address of the service. If absent, any host matches.
 */
export function recogniseRequest(method: string, url: string, baseUrl?: string): RecognisedRequest {
  const verb = method.toUpperCase();
  const path = pathUnder(url, baseUrl) ?? '';
  const create = CREATE.exec(path);
  if (create) return { method: verb, endpoint: 'create', ...place(create[1], create[2]) };
  const applied = APPLIED.exec(path);
  if (applied) return { method: verb, endpoint: endpointOf(applied[4]), ...place(applied[1], applied[2], applied[3]) };
  const image = IMAGE.exec(path);
  if (image) return { method: verb, endpoint: 'image', locale: 'none', slug: decoded(image[1]) };
  return { method: verb, endpoint: 'other', locale: 'none' };
}

/** Returns the address in front of `/{lang}/api/forms/`; undefined if the URL has none. */
export function serviceOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const end = pathname.lastIndexOf('/api/forms/');
  return end <= 0 ? undefined : origin + pathname.slice(0, pathname.lastIndexOf('/', end - 1));
}

/** Returns the path of a URL relative to the service's address; undefined if it is not below it. */
function pathUnder(url: string, baseUrl: string | undefined): string | undefined {
  const base = parsed(baseUrl ?? 'http://service.invalid');
  if (base === undefined) return undefined;
  const target = parsed(url, base.origin);
  if (target === undefined || (baseUrl !== undefined && target.origin !== base.origin)) return undefined;
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  return target.pathname.startsWith(prefix) ? target.pathname.slice(prefix.length) : undefined;
}

function parsed(url: string, base?: string): URL | undefined {
  return URL.parse(url, base) ?? undefined;
}

function endpointOf(segment: string | undefined): Condition['endpoint'] {
  return segment === 'hook-submit' ? 'resend' : segment === 'result' || segment === 'info' ? segment : 'submit';
}

function place(
  lang: string | undefined,
  formSlug: string | undefined,
  slug?: string,
): Pick<RecognisedRequest, 'locale' | 'lang' | 'formSlug' | 'slug'> {
  return {
    locale: localeOf(decoded(lang)),
    lang: decoded(lang),
    formSlug: decoded(formSlug),
    ...(slug !== undefined && { slug: decoded(slug) }),
  };
}

function localeOf(lang: string): Condition['locale'] {
  if (isPlatformLocale(lang)) return 'platform';
  return isPlatformLocale(lang.toLowerCase()) ? 'unknown' : 'unrecognised';
}

/** Decodes percent-encoding; leaves a malformed segment as it is. */
export function decoded(segment: string = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
