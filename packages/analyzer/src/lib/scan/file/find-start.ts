import { readSync } from 'node:fs';

/** Bytes that are looked through at once. */
const BLOCK_BYTES = 256 * 1_024;
/** Bytes of the longest key that is compared. */
const MAX_KEY_BYTES = 256;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Finds a comma between two objects, the second of which begins with one of these keys. */
export function findStart(
  file: number,
  {
    from,
    to,
    keys,
    isStopped,
  }: {
    readonly from: number;
    readonly to: number;
    readonly keys: ReadonlySet<string>;
    readonly isStopped: () => boolean;
  },
): number | undefined {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let at = from; at < to && !isStopped(); at += BLOCK_BYTES) {
    const bytes = block.subarray(0, readSync(file, block, 0, BLOCK_BYTES, at));
    for (let brace = bytes.indexOf(OPENING_BRACE); brace >= 0; brace = bytes.indexOf(OPENING_BRACE, brace + 1)) {
      const comma = skipBlanks(bytes, brace - 1, -1);
      if (bytes[comma] !== COMMA || bytes[skipBlanks(bytes, comma - 1, -1)] !== CLOSING_BRACE) continue;
      const quote = skipBlanks(bytes, brace + 1, 1);
      if (bytes[quote] !== QUOTE) continue;
      const end = bytes.subarray(quote + 1, quote + 1 + MAX_KEY_BYTES).indexOf(QUOTE) + quote + 1;
      if (bytes[skipBlanks(bytes, end + 1, 1)] !== COLON) continue;
      if (keys.has(bytes.toString('utf8', quote + 1, end))) return at + comma;
    }
    if (bytes.length < BLOCK_BYTES) return undefined;
  }
  return undefined;
}

function skipBlanks(bytes: Uint8Array, from: number, step: 1 | -1): number {
  let at = from;
  for (let byte = bytes[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = bytes[at])
    at += step;
  return at;
}
