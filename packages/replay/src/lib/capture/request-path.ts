/** Returns path and query of a request target or address, as written. Spaces and control characters are percent-encoded. */
export function requestPath(target: string): string {
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^#]*)/i.exec(target) ?? [];
  const rooted = path.startsWith('/') ? path : path.startsWith('?') ? `/${path}` : '/';
  return rooted.replaceAll(/[^!-~\u0080-\uFFFF]/g, encodeURIComponent);
}
