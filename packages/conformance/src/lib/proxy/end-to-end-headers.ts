import { pairsOf, type RawHeaders } from '../observe/headers.ts';

/** Fields for one connection only. @see RFC 9110, "7.6.1. Connection" */
const ONE_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Fields that a Connection header must not remove: messages would change their meaning. */
const NEVER_ONE_HOP: ReadonlySet<string> = new Set(['content-length', 'content-type', 'host', 'authorization']);

/** Removes the fields for one connection, and those that Connection names. */
export function endToEndHeaders(raw: RawHeaders): string[] {
  const named = new Set<string>();
  for (const [name, value] of pairsOf(raw)) {
    if (name.toLowerCase() !== 'connection') continue;
    for (const each of value.split(','))
      if (!NEVER_ONE_HOP.has(each.trim().toLowerCase())) named.add(each.trim().toLowerCase());
  }
  return pairsOf(raw)
    .filter(([name]) => !ONE_HOP.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
    .flat();
}
