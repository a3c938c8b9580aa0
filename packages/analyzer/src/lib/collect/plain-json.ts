/** Longest document that is parsed at once. */
export const MAX_PLAIN_BYTES: number = 64 * 1024;
/** Deepest containers, and most members of one, that are followed: far less than what a scan follows. */
const MAX_DEPTH = 64;
const MAX_MEMBERS = 1_024;
const MAX_KEY_LENGTH = 512;
/** Longest string or number, as written. */
const MAX_TOKEN_BYTES = 4_000;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** A position in bytes, and the position after its end. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A document in memory. */
export interface PlainJson extends ByteRange {
  readonly value: unknown;
  /** Arrays with items under the key `hits`, in the order of the text, except arrays in such arrays. */
  readonly hitArrays: readonly ByteRange[];
}

/**
 * Parses a small document natively, several times faster than a scan of its tokens.
 *
 * @returns `undefined` for everything that only a scan describes exactly: a document that is malformed, has a key twice in one
 *   object or with an escape, is deep or large, or has long texts.
 */
export function parsePlainJson(bytes: Uint8Array): PlainJson | undefined {
  if (bytes.length > MAX_PLAIN_BYTES) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
  const walk = walkText(bytes);
  // JSON.parse keeps one member of those with the same key.
  if (walk === undefined || countMembers(value, MAX_DEPTH) !== walk.keys) return undefined;
  return { value, start: skipSpace(bytes, 0), end: endOf(bytes), hitArrays: walk.hitArrays };
}

/** Counts the keys of valid JSON and finds its arrays of hits. @returns `undefined` if a token is long or a key has an escape. */
function walkText(bytes: Uint8Array): { readonly keys: number; readonly hitArrays: readonly ByteRange[] } | undefined {
  const { length } = bytes;
  const hitArrays: ByteRange[] = [];
  let keys = 0;
  let hitsStart = 0;
  /** Open arrays from the array of hits inwards; 0 outside. */
  let levels = 0;
  let lastToken = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at;
      let isEscaped = false;
      for (at += 1; bytes[at] !== QUOTE; at += 1) {
        if (bytes[at] !== BACKSLASH) continue;
        isEscaped = true;
        at += 1;
      }
      // What is between two strings may be a long number.
      if (at - start > MAX_TOKEN_BYTES || start - lastToken > MAX_TOKEN_BYTES) return undefined;
      lastToken = at;
      if (bytes[skipSpace(bytes, at + 1)] !== COLON) continue;
      keys += 1;
      // It may be another spelling of `hits`.
      if (isEscaped && levels === 0) return undefined;
      if (levels > 0 || at - start !== 5 || !isHits(bytes, start)) continue;
      const array = skipSpace(bytes, skipSpace(bytes, at + 1) + 1);
      if (bytes[array] !== OPEN_ARRAY || bytes[skipSpace(bytes, array + 1)] === CLOSE_ARRAY) continue;
      hitsStart = array;
      levels = 1;
      at = array;
    } else if (levels > 0) {
      if (byte === OPEN_ARRAY) levels += 1;
      else if (byte === CLOSE_ARRAY) {
        levels -= 1;
        if (levels === 0) hitArrays.push({ start: hitsStart, end: at + 1 });
      }
    }
  }
  return length - lastToken > MAX_TOKEN_BYTES ? undefined : { keys, hitArrays };
}

/** Returns whether the string that begins at a position is `"hits"`; it has four bytes. */
function isHits(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0x68 && bytes[at + 2] === 0x69 && bytes[at + 3] === 0x74 && bytes[at + 4] === 0x73;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at += 1;
  return at;
}

function endOf(bytes: Uint8Array): number {
  let end = bytes.length;
  while (isSpace(bytes[end - 1])) end -= 1;
  return end;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Counts the members of all objects; `NaN` if there is a container or key that a scan leaves out. */
function countMembers(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    if (value.length > MAX_MEMBERS) return Number.NaN;
    for (const item of value) count += countMembers(item, levels - 1);
    return count;
  }
  const keys = Object.keys(value);
  if (keys.length > MAX_MEMBERS) return Number.NaN;
  count = keys.length;
  for (const key of keys) {
    if (key.length > MAX_KEY_LENGTH) return Number.NaN;
    count += countMembers((value as Record<string, unknown>)[key], levels - 1); // It is one of its keys.
  }
  return count;
}
