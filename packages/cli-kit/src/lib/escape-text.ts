import { randomInt } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';

import type { Output } from './io.ts';
import { UNSAFE_CHARACTERS } from './printable.ts';

/** Parameters that mark a colour as one of this process's own: random, so that foreign text cannot contain them. Terminals ignore them. */
const MARK = Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');

const MARKED_STYLE = new RegExp(String.raw`\u001B\[${MARK};([\d;]+m)`, 'g');

/** Own colours, then everything that is escaped: unsafe characters, and where a command of a CI runner begins. */
const ESCAPED = new RegExp(
  String.raw`${MARKED_STYLE.source}|${UNSAFE_CHARACTERS.source}|(?<=##)\[|(?<=^[^\S\n]*):(?=:)`,
  'gmu',
);

/**
 * Escapes text for a terminal or a CI log. Unsafe characters become JSON escapes such as `\u001b`, so a JSON document keeps
 * its values. `##[` and a leading `::`, with which commands of CI runners begin, are escaped the same way. Line feeds, tabs
 * and the colours of a `Paint` stay.
 */
export function escapeText(text: string): string {
  return text.replaceAll(ESCAPED, (found, style: string | undefined) =>
    style === undefined ? jsonEscape(found) : `\u001B[${style}`,
  );
}

/** Creates the `write` of an output from its `raw`. */
export function createWrite(raw: Output['raw']): Output['write'] {
  // A character may begin in one part and end in the next.
  const decoder = new StringDecoder('utf8');
  return (text) => raw(escapeText(typeof text === 'string' ? decoder.end() + text : decoder.write(text)));
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
