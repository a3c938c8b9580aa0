/** Stands where a secret stood. */
export const REDACTED = '[redacted]';

const secretName =
  /authori[sz]ation|cookie|token|secret|password|passwd|credential|signature|session|csrf|api[-_]?key|access[-_]?key|^key$/i;

/**
 * Headers as they travelled, in order, with case and repeats, without Authorization. The values of headers that are named
 * like a secret are replaced, and so is every value that contains the secret itself, under whatever name.
 *
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 */
export function redactHeaders(rawHeaders: readonly string[], secret: string | undefined): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'authorization') continue;
    headers.push([name, secretName.test(name) || holds(value, secret) ? REDACTED : value]);
  }
  return headers;
}

/** Path and query as they were asked for, without the values of parameters that are named like a secret. */
export function redactPath(path: string, secret: string | undefined): string {
  const [before = '', ...query] = path.split('?');
  const route = holds(before, secret) ? `/${REDACTED}` : before;
  if (query.length === 0) return route;
  const parameters = query.join('?').split('&');
  const redacted = parameters.map((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return secretName.test(name) || holds(parameter, secret) ? `${name}=${REDACTED}` : parameter;
  });
  return `${route}?${redacted.join('&')}`;
}

/** As it is, or as it would be written in a URL. */
function holds(text: string, secret: string | undefined): boolean {
  if (secret === undefined || secret === '') return false;
  return text.includes(secret) || text.includes(encodeURIComponent(secret));
}
