/**
 * Returns path and query of a request target or address, so that it begins with "/". As it is written: a URL that is parsed is
 * another one, quotes in it for example. Spaces and control characters, which only imported files have, are percent-encoded.
 */
export function requestPath(target: string): string {
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^#]*)/i.exec(target) ?? [];
  const rooted = path.startsWith('/') ? path : path.startsWith('?') ? `/${path}` : '/';
  return rooted.replaceAll(/[^!-~\u0080-\uFFFF]/g, encodeURIComponent);
}
