import { utf8Length } from './limits.ts';

/** Bytes of the longest host that is counted. */
const MAX_HOST_BYTES = 253;

/** The year that a text begins with, if its first four characters are digits. */
export function yearOf(text: string): string | undefined {
  return /^\d{4}/.exec(text)?.[0];
}

/** The host of an absolute URL in small ASCII letters, without `www.`, user and port. */
export function domainOf(text: string): string | undefined {
  const scheme = /^[a-z][a-z\d+.-]{0,12}:\/\//i.exec(text)?.[0];
  if (scheme === undefined) return undefined;
  const authority = /^[^/?#]*/.exec(text.slice(scheme.length))?.[0] ?? '';
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:.*$/s, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  return bare === '' || utf8Length(bare) > MAX_HOST_BYTES ? undefined : bare;
}
