const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const STRUCTURE: ReadonlySet<number> = new Set(Buffer.from('{}[],: \t\r\n'));
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

/**
 * Says how much of what some hits begin with others will begin with, too. Where the bytes end within a value, they may be
 * what the hits at hand have in common by chance: the leading zeros of numbers that are counted up.
 *
 * @returns Lengths: up to the last whole value, and up to the first value that is no container.
 */
export function stablePrefix(bytes: Uint8Array): { readonly whole: number; readonly before: number } {
  let whole = 0;
  let before: number | undefined;
  for (let at = 0; at < bytes.length; whole = at) {
    if (STRUCTURE.has(bytes[at] ?? 0)) {
      at += 1;
      continue;
    }
    const end = bytes[at] === QUOTE ? endOfString(bytes, at) : endOfWord(bytes, at);
    let next = end;
    while (BLANKS.has(bytes[next] ?? 0)) next += 1;
    if (next >= bytes.length) break;
    if (bytes[next] !== COLON) before ??= whole;
    at = end;
  }
  return { whole, before: before ?? whole };
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !STRUCTURE.has(bytes[at] ?? 0)) at += 1;
  return at;
}
