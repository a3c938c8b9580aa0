import type { HeaderField } from '@idvkit/delivery';

/** Headers of a connection, not of what travels over it, and those whose value follows from the body. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Checks whether each connection makes a header itself. */
export function isOfTheConnection(name: string): boolean {
  return OF_THE_CONNECTION.has(name.toLowerCase());
}

/** Returns the headers that can be sent over another connection: without those of this one, and those that `Connection` names. */
export function withoutConnection(headers: readonly HeaderField[]): readonly HeaderField[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()));
  return headers.filter(([name]) => !isOfTheConnection(name) && !named.includes(name.toLowerCase()));
}
