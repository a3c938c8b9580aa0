import type { HeaderList } from '../observation/observation.ts';
import { MASKED } from './strict-text.ts';

/** Headers that describe a message and nobody in it. */
const READABLE: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'keep-alive',
  'retry-after',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'user-agent',
  'vary',
  'via',
  'x-powered-by',
]);

/** Masks headers: names stay, and so do the values of those that describe the message alone. */
export function maskHeaders(
  headers: HeaderList,
  { text, url }: { readonly text: (text: string) => string; readonly url: (url: string) => string },
): HeaderList {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'location') return [name, url(value)];
    if (lower === 'authorization' || lower === 'www-authenticate') return [name, scheme(value)];
    return [text(name), READABLE.has(lower) ? text(value) : MASKED];
  });
}

/** `Bearer [masked]`: the scheme is what matters, where it is one; a token alone is none. */
function scheme(value: string): string {
  const known = /^(Bearer|Basic|Token|Digest|Negotiate)(?= |$)/i.exec(value)?.[0];
  if (known === undefined) return MASKED;
  return known.length === value.trim().length ? known : `${known} ${MASKED}`;
}
