import { withoutPrototypeKeys } from './prototype-keys.ts';
import { JsonScanner, type JsonPath } from './scan/json-scanner.ts';
import { JsonTextError } from './scan/json-text-error.ts';

/** Largest part of a foreign body that is read. */
export interface JsonLimits {
  /** Bytes; of a text, characters. Default: 64 MiB. A body of that size takes about ten times as much memory. */
  readonly maxBytes?: number;
  /** Arrays and objects within each other. Default: 1000. Deeper ones break what is written with recursion. */
  readonly maxDepth?: number;
}

/** Error of a text that should be JSON. */
export type JsonFaultCode = 'too-large' | 'not-utf-8' | 'truncated' | 'not-json' | 'too-deep';

/** Why, and where, a body cannot be read as JSON. */
export interface JsonFault {
  readonly code: JsonFaultCode;
  /** Offset in the body; of `too-large`, the limit. */
  readonly byte: number;
  /** Line of that byte, from 1. */
  readonly line: number;
  /** Byte within its line, from 1, as compilers count. */
  readonly column: number;
  /** Path of the value that holds the place, as far as it is known. */
  readonly path: JsonPath;
}

export type ParsedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Paths of keys that were left out because they reach a prototype, at most 100. Absent if there are none. */
      readonly leftOut?: readonly JsonPath[];
    }
  | { readonly ok: false; readonly fault: JsonFault };

/** Bytes that are read unless a limit is given. */
export const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 1000;

/**
 * Reads foreign JSON, within limits. Of keys that occur twice the last counts, as `JSON.parse` has it. Keys
 * that would reach the prototype of whatever a value is copied into (`__proto__`, and `constructor` with a `prototype`) are
 * left out.
 */
export function parseJson(body: Uint8Array | ArrayBuffer | string, limits: JsonLimits = {}): ParsedJson {
  const { maxBytes = DEFAULT_MAX_BYTES, maxDepth = DEFAULT_MAX_DEPTH } = limits;
  const given = body instanceof ArrayBuffer ? new Uint8Array(body) : body;
  if (given.length > maxBytes) return failed(bytesOf(given.slice(0, maxBytes)), { code: 'too-large', byte: maxBytes });
  let text: string;
  try {
    text = typeof given === 'string' ? given : decode(given);
  } catch (error) {
    const bytes = bytesOf(given);
    // A body too long for a string fails with another error.
    if (!(error instanceof TypeError)) return failed(bytes, { code: 'too-large', byte: bytes.length });
    return failed(bytes, { code: 'not-utf-8', byte: firstNotUtf8(bytes) });
  }
  text = text.replace(/^\uFEFF/, '');
  if (!isDeeperThan(text, maxDepth)) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (!mayReachPrototype(text)) return { ok: true, value: parsed };
      const { value, leftOut } = withoutPrototypeKeys(parsed);
      return { ok: true, value, ...(leftOut.length > 0 && { leftOut }) };
    } catch {
      // The message quotes the text, and the offset in it differs from engine to engine.
    }
  }
  return findFault(bytesOf(given), maxDepth);
}

function bytesOf(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function failed(
  bytes: Uint8Array,
  { code, byte, path = [] }: { readonly code: JsonFaultCode; readonly byte: number; readonly path?: JsonPath },
): ParsedJson {
  let [line, start] = [1, 0];
  for (let end = bytes.indexOf(LINE_FEED); end >= 0 && end < byte; end = bytes.indexOf(LINE_FEED, start)) {
    line += 1;
    start = end + 1;
  }
  return { ok: false, fault: { code, byte, line, column: byte - start + 1, path } };
}

/** Finds where the bytes of a text stop being JSON, or are nested too deep. */
function findFault(bytes: Uint8Array, maxDepth: number): ParsedJson {
  const mark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  const scanner = new JsonScanner({ begin: () => {}, end: () => {} }, { maxDepth, maxKeyBytes: bytes.length });
  try {
    scanner.write(bytes.subarray(mark));
    scanner.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const byte = mark + error.offset;
    const malformed = byte < bytes.length ? 'not-json' : 'truncated';
    return failed(bytes, {
      code: error.problem === 'malformed' ? malformed : 'too-deep',
      byte,
      path: [...scanner.path],
    });
  }
  throw new Error('JSON.parse refused what the scanner takes for JSON');
}

/** Returns the offset of the first byte that begins no character. */
function firstNotUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let byte = 0;
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    const isLast = start + PART_BYTES >= bytes.length;
    for (const character of decoder.decode(bytes.subarray(start, start + PART_BYTES), { stream: !isLast })) {
      const isWritten = REPLACEMENT.every((each, at) => bytes[byte + at] === each);
      if (character === '\uFFFD' && !isWritten) return byte;
      const code = character.codePointAt(0) ?? 0;
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
  }
  return byte;
}

const PART_BYTES = 2 ** 20;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const REPLACEMENT = [0xef, 0xbf, 0xbd];

function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = closingQuote(text, at);
      if (at < 0) return false;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

const [QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the quote that ends a text: one with an even number of backslashes before it. -1 if there is none. */
function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote > 0) {
    let before = quote - 1;
    while (text.charAt(before) === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

/** Any letter of a key may be written as an escape. */
function mayReachPrototype(text: string): boolean {
  return text.includes('"__proto__"') || text.includes('"constructor"') || text.includes(String.raw`\u00`);
}
