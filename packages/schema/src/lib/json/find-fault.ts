/** A key of an object or an index of an array. */
export type PathKey = string | number;

/** Where a text stops being JSON. */
export interface SyntaxFault {
  /** Offset in the text, in UTF-16 code units. */
  readonly at: number;
  /** What holds the place. */
  readonly path: readonly PathKey[];
  /** `truncated`: the text ends before the JSON does. */
  readonly code: 'truncated' | 'not-json' | 'too-deep';
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/**
 * Finds the first place at which a text is not JSON, or at which it is nested too deep. `JSON.parse` tells the place in words
 * of its own engine, if at all, and quotes the text, which is not to be quoted. Recursion would end with the stack.
 *
 * @returns Nothing where the text is JSON.
 */
export function findFault(text: string, maxDepth = Number.POSITIVE_INFINITY): SyntaxFault | undefined {
  const path: PathKey[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const fault = (place: number, code?: 'too-deep'): SyntaxFault => ({
    at: place,
    path: [...path],
    code: code ?? (place < text.length ? 'not-json' : 'truncated'),
  });

  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const next = text.charAt(at);
    if (expected === 'nothing') return at < text.length ? fault(at) : undefined;
    switch (expected) {
      case 'value-or-end':
      case 'value': {
        if (next === ']' && expected === 'value-or-end') {
          path.pop();
          at += 1;
          break;
        }
        if (next === '[' || next === '{') {
          if (path.length >= maxDepth) return fault(at, 'too-deep');
          path.push(next === '[' ? 0 : '');
          expected = next === '[' ? 'value-or-end' : 'key-or-end';
          at += 1;
          continue;
        }
        const end = endOfScalar(text, at);
        if (end < 0) return fault(~end);
        at = end;
        break;
      }
      case 'key-or-end':
      case 'key': {
        if (next === '}' && expected === 'key-or-end') {
          path.pop();
          at += 1;
          break;
        }
        const end = next === '"' ? endOfText(text, at) : ~at;
        if (end < 0) return fault(~end);
        path[path.length - 1] = JSON.parse(text.slice(at, end)) as string; // Just found to be a text.
        expected = 'colon';
        at = end;
        continue;
      }
      case 'colon':
        if (next !== ':') return fault(at);
        expected = 'value';
        at += 1;
        continue;
      case 'comma-or-end': {
        const key = path.at(-1);
        if (next === ',') {
          if (typeof key === 'number') path[path.length - 1] = key + 1;
          expected = typeof key === 'number' ? 'value' : 'key';
          at += 1;
          continue;
        }
        if (next !== (typeof key === 'number' ? ']' : '}')) return fault(at);
        path.pop();
        at += 1;
        break;
      }
    }
    // A value has ended.
    expected = path.length === 0 ? 'nothing' : 'comma-or-end';
  }
}

/** Where the text, number or word that begins at an offset ends; the complement of where it goes wrong. */
function endOfScalar(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '"') return endOfText(text, at);
  if (first === '-' || isDigit(text.charCodeAt(at))) return endOfNumber(text, at);
  const word = WORDS.find((each) => each.startsWith(first) && first !== '');
  if (word === undefined) return ~at;
  let length = 1;
  while (length < word.length && text.charAt(at + length) === word.charAt(length)) length += 1;
  return length === word.length ? at + length : ~(at + length);
}

const WORDS = ['true', 'false', 'null'];

function endOfText(text: string, at: number): number {
  for (let place = at + 1; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) return place + 1;
    if (code < 0x20) return ~place;
    if (code !== BACKSLASH) continue;
    place += 1;
    const escaped = text.charAt(place);
    if (escaped === 'u') {
      for (const end = place + 4; place < end;) {
        place += 1;
        if (!/^[\da-f]$/i.test(text.charAt(place))) return ~place;
      }
    } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) {
      return ~place;
    }
  }
  return ~text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function endOfNumber(text: string, start: number): number {
  let at = text.charAt(start) === '-' ? start + 1 : start;
  if (!isDigit(text.charCodeAt(at))) return ~at;
  if (text.charAt(at) === '0') at += 1;
  else at = endOfDigits(text, at);
  if (text.charAt(at) === '.') {
    at += 1;
    if (!isDigit(text.charCodeAt(at))) return ~at;
    at = endOfDigits(text, at);
  }
  if (/^e$/i.test(text.charAt(at))) {
    at += 1;
    if (/^[+-]$/.test(text.charAt(at))) at += 1;
    if (!isDigit(text.charCodeAt(at))) return ~at;
    at = endOfDigits(text, at);
  }
  return at;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
