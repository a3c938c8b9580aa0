import { REDACTED } from '../capture/redact.ts';
import { isPlainName } from './plain-names.ts';

/** Words of registered headers, and of those that proxies and tracers add. None is a name of people. */
const HEADER_WORDS: ReadonlySet<string> = new Set(
  `
  accept after agent alive allow alt amz amzn arr attempt auth authenticate authorization azure b3 baggage bearer browser cache cdn cf ch charset
  cloud cluster connecting connection control cookie correlation count csrf delivery dest device digest disposition dnt encoding envoy etag expect
  expires fetch for forwarded forwards google hook host hub id idempotency if input insecure ip ipcountry keep log loop match md5 memory mobile
  mode modified ngrok nonce none origin parent platform port pragma prefer proto protocol proxy ranges real referer requested requests retry sampled scheme
  sec security sentry server sha256 signature since site size skip span spanid svc te tenant trace traceid traceparent tracestate trailer transfer ua
  unmodified upgrade vary version via visitor warning websocket with x
  `
    .trim()
    .split(/\s+/),
);

const CHARSET = 'utf-?8|us-ascii|iso-8859-1|tis-620';
const MEDIA_TYPE = String.raw`(?:application|image|multipart|text|\*)\/(?:\*|json|ndjson|xml|html|plain|csv|pdf|octet-stream|x-www-form-urlencoded|form-data|mixed|png|jpeg|webp|gif|(?:problem|hal|ld|cloudevents)\+json)`;
const DIRECTIVES =
  'gzip|deflate|br|zstd|compress|identity|chunked|trailers|keep-alive|close|upgrade|no-cache|no-store|no-transform|100-continue|h2c|websocket';
const ITEM = new RegExp(
  String.raw`^(?:\*|${MEDIA_TYPE}|(?:charset=)?"?(?:${CHARSET})"?|${DIRECTIVES}|q=[01](?:\.\d{1,3})?|(?:timeout|max|max-age)=\d{1,4})$`,
  'i',
);
const LANGUAGE = /^(?:\*|[a-z]{2}(?:-[A-Z]{2})?|q=[01](?:\.\d{1,3})?)$/;
const PRODUCT =
  /^(?:aiohttp|apache-httpclient|axios|curl|faraday|go-http-client|got|guzzlehttp|httpie|idvkit|insomnia|java|k6|ktor|libcurl|node|node-fetch|okhttp|postmanruntime|python|python-httpx|python-requests|python-urllib|reactornetty|ruby|rest-client|undici|wget)(?:\/v?\d{1,3}(?:\.\d{1,3}){0,3})?$/i;
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** Addresses that are the same on every machine. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Items that values of a header may be made of, by its name. No value of another header stays. */
const ITEMS: ReadonlyMap<string, RegExp> = new Map([
  ...'accept accept-charset accept-encoding cache-control connection content-encoding content-type expect keep-alive pragma te transfer-encoding upgrade'
    .split(' ')
    .map((name) => [name, ITEM] as const),
  ['accept-language', LANGUAGE],
  ['content-language', LANGUAGE],
  ['content-length', /^\d{1,8}$/],
  ['date', HTTP_DATE],
  ['host', LOOPBACK],
  ['max-forwards', /^\d{1,3}$/],
  ['user-agent', PRODUCT],
]);
const SEPARATED = /[^\s,;]+/g;
const WHOLE = /\S(?:.*\S)?/s;

/** Returns whether a name of a header is made of words that name headers and fields. */
export function isPlainHeaderName(name: string): boolean {
  return name
    .toLowerCase()
    .split('-')
    .every((word) => HEADER_WORDS.has(word) || isPlainName(word));
}

/** Replaces the items of a header's value that are not of the closed lists that say nothing about anybody. */
export function replaceHeaderItems(name: string, value: string, replace: (item: string) => string): string {
  if (value === REDACTED) return value;
  const lower = name.toLowerCase();
  const plain = ITEMS.get(lower);
  const items = plain === undefined || lower === 'date' ? WHOLE : SEPARATED;
  return value.replace(items, (item) => (plain?.test(item) === true ? item : replace(item)));
}

/** Replaces segments of a path and names in its query that are not made of the words of routes, and values in its query. */
export function replaceRouteParts(route: string, replace: (part: string) => string): string {
  const part = (name: string): string => (name === '' || name === REDACTED || isPlainName(name) ? name : replace(name));
  const [path = '', ...query] = route.split('?');
  const segments = path.split('/').map(part).join('/');
  if (query.length === 0) return segments;
  const parameters = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = '', ...rest] = parameter.split('=');
      if (rest.length === 0) return part(name);
      const value = rest.join('=');
      return `${part(name)}=${value === '' || value === REDACTED ? value : replace(value)}`;
    });
  return `${segments}?${parameters.join('&')}`;
}
