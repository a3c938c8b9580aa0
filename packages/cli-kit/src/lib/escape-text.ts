import { randomInt } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';

import type { Output } from './io.ts';
import { UNSAFE_CHARACTERS } from './printable.ts';

/** Parameters that mark a colour as one of this process's own: random, so that foreign text cannot contain them. Terminals ignore them. */
const MARK = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');

const MARKED_STYLE = new RegExp(String.raw`\u001B\[${MARK};([\d;]+m)`, 'g');

/** Own colours, then everything that is escaped: unsafe characters, and where a command of a CI runner begins. */
const ESCAPED = new RegExp(
  String.raw`${MARKED_STYLE.source}|${UNSAFE_CHARACTERS.source}|(?<=##[\w.]{0,32})\[|(?<=^[^\S\n]*:):`,
  'gmu',
);

/**
 * Escapes text for a terminal or a CI log. Unsafe characters become JSON escapes such as `\u001b`, so a JSON document keeps
 * its values. `##[`, `##name[` and a leading `::`, with which commands of CI runners begin, are escaped the same way. Line feeds, tabs
 * and the colours of a `Paint` stay.
 */
export function escapeText(text: string): string {
  return text.replaceAll(ESCAPED, (found, style: string | undefined) =>
    style === undefined ? jsonEscape(found) : `\u001B[${style}`,
  );
}

/** Characters at the end of a text that may be the beginning of a command, and which escaping leaves as they are. */
const BEGINNING = /(?:#{1,2}[\w.]{0,32}|(?:^|\n)[ \t]*:?)$/;

/** Creates the `write` of an output from its `raw`. */
export function createWrite(raw: Output['raw']): Output['write'] {
  // A character may begin in one part and end in the next.
  const decoder = new StringDecoder('utf8');
  // A command may begin in one part and end in the next, too.
  let before = '';
  return (part) => {
    const text = before + (typeof part === 'string' ? decoder.end() + part : decoder.write(part));
    const escaped = escapeText(text).slice(before.length);
    before = BEGINNING.exec(text)?.[0] ?? '';
    return raw(escaped);
  };
}

/** Marks all colours of a text as this process's own: {@link escapeText} lets them pass. */
export function markStyles(text: string): string {
  return text.replaceAll('\u001B[', `\u001B[${MARK};`);
}

/** Removes the colours of a `Paint` from a text. */
export function withoutStyles(text: string): string {
  return text.replaceAll(MARKED_STYLE, '');
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
