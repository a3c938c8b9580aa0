import { DIGIT, TRAITS } from './special-runs.ts';

const MAX_LINK_LENGTH = 4_000;
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ftps', 'ws', 'wss']);
const COLON = 0x3a;
const SOLIDUS = 0x2f;
/** Signs that end a link within a text; what is percent-encoded would have to be decoded. */
const ENDS = new Set(Buffer.from(`"'<>%`));

/** What parts of a link are divided by. */
export const DIVIDES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  "/?#&=;,+:@!$'()*[]".includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** Where the host of a link begins that is the whole text; 0 where the text is no link, or more than one. */
export function hostOfLink(source: Uint8Array, from: number, to: number): number {
  if (to - from > MAX_LINK_LENGTH) return 0;
  let colon = from;
  while (colon < to && source[colon] !== COLON) colon += 1;
  if (!isScheme(source, from, colon) || source[colon + 1] !== SOLIDUS || source[colon + 2] !== SOLIDUS) return 0;
  const host = colon + 3;
  for (let at = host; at < to; at += 1) {
    const byte = source[at] ?? 0;
    if (byte <= 0x20 || ENDS.has(byte)) return 0;
  }
  return host < to ? host : 0;
}

/** Whether bytes are the scheme of a link, in any case. */
function isScheme(source: Uint8Array, from: number, to: number): boolean {
  if (to - from < 2 || to - from > 5) return false;
  const scheme = String.fromCharCode(...source.subarray(from, to)).toLowerCase();
  return SCHEMES.has(scheme);
}

/** Where the port of a host begins; its end where it has none. */
export function portOf(source: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && ((TRAITS[source[at - 1] ?? 0] ?? 0) & DIGIT) !== 0) at -= 1;
  return at < to && at > from && source[at - 1] === COLON ? at - 1 : to;
}
