import { PLATFORM_LOCALES } from '@idvkit/schema';

import type { HeaderList } from '../../observe/observation.ts';
import { MASKED } from './shape-of.ts';

/** Longer values of headers are masked. */
const MAX_LENGTH = 200;

const DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const NUMBER = /^\d{1,12}$/;
const MEDIA_TYPE =
  /^(?:\*\/\*|text\/(?:html|plain|xml)|application\/(?:json|problem\+json|xml|octet-stream|pdf)|image\/(?:png|jpeg|webp|gif|\*))$/i;
const PARAMETER = /^(?:charset=utf-?8|q=[01](?:\.\d{1,3})?)$/i;
const CODING = /^(?:gzip|x-gzip|br|deflate|zstd|compress|identity|chunked|trailers|\*)$/i;
const CACHE =
  /^(?:no-cache|no-store|no-transform|must-revalidate|private|public|immutable|(?:s-maxage|max-age)=\d{1,10})$/i;
const CONNECTION = /^(?:keep-alive|close|upgrade|te|timeout=\d{1,6}|max=\d{1,6})$/i;
const TRANSPORT = /^(?:max-age=\d{1,10}|includeSubDomains|preload)$/i;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)$/;
const PRODUCT =
  /^(?:nginx|openresty|apache|cloudflare|envoy|caddy|gunicorn|uvicorn|werkzeug|kestrel|express|awselb|node|undici|idvkit mock|idvkit|idvkit)(?:\/\d[\d.]{0,15})?$/i;
const LOCALES: ReadonlySet<string> = new Set<string>(PLATFORM_LOCALES);

type IsPart = (part: string) => boolean;

const matching =
  (...patterns: readonly RegExp[]): IsPart =>
  (part) =>
    patterns.some((pattern) => pattern.test(part));

/** Headers that describe a message and no person in it, with a test for their parts. */
const DESCRIBING: ReadonlyMap<string, IsPart> = new Map<string, IsPart>([
  ...['accept', 'content-type'].map((name) => [name, matching(MEDIA_TYPE, PARAMETER)] as const),
  ...['accept-encoding', 'content-encoding', 'transfer-encoding', 'te'].map(
    (name) => [name, matching(CODING, PARAMETER)] as const,
  ),
  ...['age', 'content-length'].map((name) => [name, matching(NUMBER)] as const),
  ['allow', matching(METHOD)],
  ['cache-control', matching(CACHE)],
  ...['connection', 'keep-alive'].map((name) => [name, matching(CONNECTION)] as const),
  ['content-language', (part) => LOCALES.has(part.toLowerCase())],
  ['expect', matching(/^100-continue$/i)],
  ...['server', 'user-agent', 'x-powered-by'].map((name) => [name, matching(PRODUCT)] as const),
  ['strict-transport-security', matching(TRANSPORT)],
  ['vary', (part) => part === '*' || isKnownHeader(part)],
  ['www-authenticate', matching(/^(?:Bearer|Basic|Token|Digest|Negotiate)$/i)],
]);

const DATED: ReadonlySet<string> = new Set(['date', 'expires', 'last-modified', 'retry-after']);

/** Headers whose names are public, but not their values. */
const NAMED: ReadonlySet<string> = new Set(
  `accept-language access-control-allow-headers access-control-allow-methods access-control-allow-origin
  access-control-max-age alt-svc authorization baggage cf-cache-status cf-connecting-ip cf-ipcountry cf-ray content-disposition
  content-security-policy cookie cross-origin-opener-policy cross-origin-resource-policy etag forwarded host if-modified-since
  if-none-match idempotency-key link location origin permissions-policy pragma priority range referer referrer-policy sec-fetch-dest
  sec-fetch-mode sec-fetch-site sec-fetch-user set-cookie traceparent tracestate trailer upgrade via x-content-type-options
  x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto x-frame-options x-ratelimit-limit
  x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id x-xss-protection`.split(/\s+/),
);

export function isKnownHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return DESCRIBING.has(lower) || DATED.has(lower) || NAMED.has(lower);
}

export function isKnownMediaType(text: string): boolean {
  return isDescribing('content-type', text);
}

/** Masks headers, except well-known names and values that describe the message. */
export function maskHeaders(
  headers: HeaderList,
  { url, isHost }: { readonly url: (url: string) => string; readonly isHost: (host: string) => boolean },
): HeaderList {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    const shown = isKnownHeader(name) ? name : MASKED;
    if (lower === 'location') return [shown, url(value)];
    if (lower === 'authorization') return [shown, scheme(value)];
    if (lower === 'www-authenticate' && !isDescribing(lower, value)) return [shown, scheme(value)];
    const isShown = lower === 'host' ? isHost(value) : isDescribing(lower, value);
    return [shown, isShown ? value : MASKED];
  });
}

function isDescribing(name: string, value: string): boolean {
  if (value.length > MAX_LENGTH) return false;
  if (DATED.has(name)) return DATE.test(value) || NUMBER.test(value);
  const isPart = DESCRIBING.get(name);
  return isPart !== undefined && value.split(/[,; ]/).every((part) => part === '' || isPart(part));
}

/** Keeps the scheme: `Bearer [masked]`. */
function scheme(value: string): string {
  const known = /^(Bearer|Basic|Token|Digest|Negotiate)(?= |$)/i.exec(value)?.[0];
  if (known === undefined) return MASKED;
  return known.length === value.trim().length ? known : `${known} ${MASKED}`;
}
