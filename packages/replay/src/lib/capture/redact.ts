import { ValueFinder } from '@idvkit/json';

/** Replaces a secret. */
export const REDACTED = '[redacted]';

const secretName =
  /authori[sz]ation|cookie|token|secret|password|passwd|credential|signature|session|csrf|api[-_]?key|access[-_]?key|^key$/i;

/**
 * Returns headers as they travelled, without Authorization. Values that are named like a secret or {@link holdsSecret | hold it}
 * are redacted. If there are several Authorization headers, each is listed, redacted: a receiver may have read another one.
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 */
export function redactHeaders(rawHeaders: readonly string[], secret: string | undefined): [string, string][] {
  const isRepeated = authorizations(rawHeaders).length > 1;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'authorization' && !isRepeated) continue;
    if (holdsSecret(name, secret)) headers.push(['redacted', REDACTED]);
    else headers.push([name, secretName.test(name) || holdsSecret(value, secret) ? REDACTED : value]);
  }
  return headers;
}

/** Returns the values of all Authorization headers. A sender that follows HTTP gives at most one. */
export function authorizations(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
}

/** Returns path and query as they were asked for, without the values of parameters that are named like a secret or hold it. */
export function redactPath(path: string, secret: string | undefined): string {
  const [before = '', ...rest] = path.split('?');
  const isSecret = holdsSecret(before, secret) || before.split('/').some((segment) => holdsSecret(segment, secret));
  const route = isSecret ? `/${REDACTED}` : before;
  if (rest.length === 0) return route;
  const whole = rest.join('?');
  // A query may have hundreds of thousands of parameters.
  const mayHold = isComparedAsWhole(secret) || holdsSecret(whole, secret);
  const query = whole
    .split('&')
    .map((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      if (mayHold && holdsSecret(name, secret)) return REDACTED;
      const value = parameter.slice(name.length + 1);
      const isValue = mayHold && (holdsSecret(parameter, secret) || holdsSecret(value, secret));
      return isValue || secretName.test(name) ? `${name}=${REDACTED}` : parameter;
    })
    .join('&');
  // A secret that has a separator of the query in it was cut by the split.
  return `${route}?${mayHold && holdsSecret(query, secret) ? REDACTED : query}`;
}

/** Characters at the beginning of a secret that give it away, as a sender may cut the rest off. Fewer may be a plain word. */
const MIN_PREFIX = 12;
/** Encodings within encodings that are undone. */
const MAX_PERCENT_DECODINGS = 3;

/** A secret that may be a part of any header: `e`, or `application`. */
const MIN_CONTAINED = 8;
const oneWord = /^[a-z]{1,15}$/i;
/** The beginning of a secret made of words, as in `content-type-secret`, is in other texts, too. */
const words = /^[a-z]+(?:[-_ ][a-z]*)*$/i;

function isComparedAsWhole(secret = ''): boolean {
  return secret.length < MIN_CONTAINED || oneWord.test(secret);
}

/**
 * Checks whether a text is or contains a secret. A short secret, and one that is a single word, is compared as a whole, with a scheme
 * in front or without: as a part, it is in ordinary names and values.
 */
export function holdsSecret(text: string, secret: string | undefined): boolean {
  if (secret === undefined || secret === '' || text === '') return false;
  if (!isComparedAsWhole(secret)) return containsSecret(text, secret);
  return percentDecodings(text).some((reading) => reading.replace(/^[a-z]+ +/i, '') === secret || reading === secret);
}

/** A process knows one secret, and looks for it in every header. Most headers are the same in every request. */
let search: { readonly secret: string; readonly finder: ValueFinder; readonly clean: Set<string> } | undefined;
const MAX_CLEAN = 1_000;
const MAX_CLEAN_LENGTH = 256;

/** Checks whether a text contains a secret, or its first {@link MIN_PREFIX} characters, in any letter case and encoding. */
function containsSecret(text: string, secret: string): boolean {
  if (search?.secret !== secret) {
    search = { secret, finder: new ValueFinder(), clean: new Set() };
    const beginning = secret.slice(0, MIN_PREFIX);
    search.finder.add(words.test(beginning) ? secret : beginning, undefined);
  }
  const { finder, clean } = search;
  if (clean.has(text)) return false;
  if (finder.isIn(text)) return true;
  if (clean.size >= MAX_CLEAN) clean.clear();
  if (text.length <= MAX_CLEAN_LENGTH) clean.add(text);
  return false;
}

/** Returns the text itself and its percent-decodings, with `+` as itself and as a space. */
function percentDecodings(text: string): readonly string[] {
  if (!/[%+]/.test(text)) return [text];
  const readings = [text];
  for (let round = 0; round < MAX_PERCENT_DECODINGS; round += 1) {
    // Text that is not encoded properly stays.
    const decoded = (readings.at(-1) ?? '').replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) =>
      Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'),
    );
    readings.push(decoded);
  }
  return [...readings, ...readings.map((each) => each.replaceAll('+', ' '))];
}
