import { parseCaptureReference } from '@idvkit/archive';

/** A word of a selection: a capture or captures, a filter, a text, or a word without a name. */
export type SelectionWord =
  | { readonly kind: 'reference'; readonly reference: string }
  | { readonly kind: 'filter'; readonly name: string; readonly value: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bare'; readonly word: string };

/** Reads arguments of a command: each is a word. One with spaces or in double quotes is a text. */
export function wordsOfArguments(args: readonly string[]): readonly SelectionWord[] {
  return args.map((argument): SelectionWord => {
    if (isReference(argument)) return { kind: 'reference', reference: argument };
    const [, quoted] = /^"(.*)"$/s.exec(argument) ?? [];
    if (quoted !== undefined) return { kind: 'text', text: quoted };
    const [, name, value] = /^([A-Za-z][\w-]*):(.*)$/s.exec(argument) ?? [];
    if (name !== undefined && value !== undefined) return { kind: 'filter', name, value };
    return /\s/.test(argument) ? { kind: 'text', text: argument } : { kind: 'bare', word: argument };
  });
}

/** Reads a search of the page. Words without a name are texts there, except results such as `5xx`. A filter without a value is left out. */
export function wordsOfSearch(search: string): readonly SelectionWord[] {
  const words: SelectionWord[] = [];
  for (const [whole, name, quoted, plain = ''] of search.matchAll(/(?:([A-Za-z][\w-]*):)?(?:"([^"]*)"?|(\S*))/g)) {
    const value = quoted ?? plain;
    if (value === '') continue;
    if (quoted === undefined && isReference(whole)) words.push({ kind: 'reference', reference: whole });
    else if (name !== undefined) words.push({ kind: 'filter', name, value });
    else if (quoted === undefined && parseResult(value) !== undefined) words.push({ kind: 'bare', word: value });
    else words.push({ kind: 'text', text: value });
  }
  return words;
}

/** Reads `204` or `5xx` as a span of statuses. */
export function parseResult(text: string): readonly [from: number, to: number] | undefined {
  const [, digit, rest] = /^([1-5])(\d\d|xx)$/.exec(text) ?? [];
  if (digit === undefined) return undefined;
  return rest === 'xx' ? [Number(`${digit}00`), Number(`${digit}99`)] : [Number(text), Number(text)];
}

/** Reads `3-7` as a span of numbers. */
export function parseRange(text: string): readonly [first: number, last: number] | undefined {
  const [, first, last] = /^#?(\d{1,15})-#?(\d{1,15})$/.exec(text) ?? [];
  return first === undefined ? undefined : [Number(first), Number(last)];
}

function isReference(text: string): boolean {
  return text === 'all' || parseRange(text) !== undefined || parseCaptureReference(text) !== undefined;
}
