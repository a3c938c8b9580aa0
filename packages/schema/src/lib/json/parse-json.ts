import { findFault, type PathKey } from './find-fault.ts';
import { readText } from './read-text.ts';

/** What is read at most of a body that somebody else wrote. */
export interface JsonLimits {
  /** Bytes; of a text, characters. Default: 64 MiB. A body of that size takes about ten times as much memory. */
  readonly maxBytes?: number;
  /** Arrays and objects within each other. Default: 1000. Deeper ones break what is written with recursion. */
  readonly maxDepth?: number;
}

/** What is wrong with a text that should be JSON. */
export type JsonFaultCode = 'too-large' | 'not-utf-8' | 'truncated' | 'not-json' | 'too-deep';

/** Why, and where, a body cannot be read as JSON. */
export interface JsonFault {
  readonly code: JsonFaultCode;
  /** Offset in the body; of `too-large`, the limit. */
  readonly byte: number;
  /** What holds the place, as far as it can be told. */
  readonly path: readonly PathKey[];
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

export const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 1000;

/**
 * Reads JSON that somebody else wrote, within limits. Of keys that occur twice the last counts, as `JSON.parse` has it. Keys
 * that would reach the prototype of whatever a value is copied into (`__proto__`, and `constructor` with a `prototype`) are
 * left out.
 */
export function parseJson(body: Uint8Array | ArrayBuffer | string, limits: JsonLimits = {}): ParsedJson {
  const { maxBytes = DEFAULT_MAX_BYTES, maxDepth = DEFAULT_MAX_DEPTH } = limits;
  const bytes = body instanceof ArrayBuffer ? new Uint8Array(body) : body;
  if (bytes.length > maxBytes) return failed('too-large', maxBytes);
  const read = typeof bytes === 'string' ? { ok: true as const, text: bytes.replace(/^\uFEFF/, '') } : readText(bytes);
  // All of it is UTF-8, so it is its length that no string can have.
  if (!read.ok) return failed(read.byte === bytes.length ? 'too-large' : 'not-utf-8', read.byte);

  const { text } = read;
  const mark = bytes.length > 0 && (bytes[0] === 0xef || bytes[0] === '\uFEFF') ? 3 : 0;
  const byteOf = (at: number): number => mark + new TextEncoder().encode(text.slice(0, at)).length;
  const value = isDeeperThan(text, maxDepth) ? NOT_READ : parsed(text);
  if (value !== NOT_READ) return { ok: true, value: mayReachPrototype(text) ? withoutPrototypeKeys(value) : value };
  const { code, at, path } = findFault(text, maxDepth) ?? { code: 'not-json', at: 0, path: [] };
  return failed(code, byteOf(at), path);
}

const NOT_READ = Symbol('not read');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message quotes the text, and the offset in it differs from engine to engine.
    return NOT_READ;
  }
}

function failed(code: JsonFaultCode, byte: number, path: readonly PathKey[] = []): ParsedJson {
  return { ok: false, fault: { code, byte, path } };
}

/** Whether brackets open deeper than that, those in texts not counted. */
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

/** The quote that ends a text, -1 where there is none: one with an even number of backslashes before it. */
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

/** Deletes in place, and without recursion. */
function withoutPrototypeKeys(value: unknown): unknown {
  const waiting = [value];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (typeof each !== 'object' || each === null) continue;
    const members = each as Record<string, unknown>; // Arrays have their indexes as keys.
    if (Object.hasOwn(members, '__proto__')) delete members['__proto__'];
    const constructor: unknown = Object.hasOwn(members, 'constructor') ? members['constructor'] : undefined;
    if (typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')) {
      delete members['constructor'];
    }
    for (const member of Object.values(members)) waiting.push(member);
  }
  return value;
}
