import type { HeaderField } from '@idvkit/delivery';

/** Headers that belong to a connection and not to what travels over it, and those whose value follows from the body. */
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

/** Whether a header is made by each connection anew. */
export function isOfTheConnection(name: string): boolean {
  return OF_THE_CONNECTION.has(name.toLowerCase());
}

/** Headers as they can go on over another connection: without its own, and without those that `Connection` names. */
export function withoutConnection(headers: readonly HeaderField[]): readonly HeaderField[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()));
  return headers.filter(([name]) => !isOfTheConnection(name) && !named.includes(name.toLowerCase()));
}
