/** Returns whether only this machine has a host name or address, as in a URL (`[::1]`) or without brackets (`::1`). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Returns a warning if others can read a token that goes to an address: over http, to another machine. */
export function clearTextWarning(address = ''): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || isLoopback(url.hostname)) return undefined;
  return `The API token goes to ${url.host} over http: others on the way can read it. Use https.`;
}

const HOST_AND_PORT = /^([^@/?#\\\s:]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Returns whether a `Host` header names this machine, with a port or without. A missing header names none. */
export function isLoopbackHost(header: string | undefined): boolean {
  const name = HOST_AND_PORT.exec(header ?? '')?.[1];
  return name !== undefined && isLoopback(name.toLowerCase());
}
