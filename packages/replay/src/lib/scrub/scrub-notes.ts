import { METHODS } from 'node:http';

import type { Captured } from '@idvkit/schema/formats';
import { isTerm } from '@idvkit/schema/privacy';

import { isPlainHeaderName, replaceHeaderItems, replaceRouteParts } from './plain-head.ts';
import type { TextScrubber } from './text-scrubber.ts';

/** Data of a capture in the copy, besides its body. */
export interface CaptureNotes {
  readonly captured: Captured;
  readonly tags: readonly string[];
}

/** A part of the notes that is of no closed list. */
export interface NotePart {
  readonly text: string;
  readonly kind: 'route' | 'header' | 'host' | 'method' | 'text';
  /** `path`, `header 3`, `tag`. */
  readonly where: string;
}

/** Replaces every part of the notes that is of no closed list: those lists are the same for everybody, and neither scrubbed nor searched. */
export function replaceNoteParts({ captured, tags }: CaptureNotes, replace: (part: NotePart) => string): CaptureNotes {
  const by =
    (kind: NotePart['kind'], where: string) =>
    (text: string): string =>
      replace({ text, kind, where });
  const { method, path } = captured;
  const headers = captured.headers.map(([name, value], at): [string, string] => {
    const where = `header ${at + 1}`;
    const kind = name.toLowerCase() === 'host' ? 'host' : 'header';
    const shown = isPlainHeaderName(name) ? name : by('text', where)(name);
    return [shown, replaceHeaderItems(name, value, by(kind, where))];
  });
  return {
    captured: {
      ...captured,
      method: METHODS.includes(method) ? method : by('method', 'method')(method),
      path: replaceRouteParts(path, by('route', 'path')),
      headers,
    },
    tags: tags.map((tag) => (isTerm(tag) ? tag : by('text', 'tag')(tag))),
  };
}

export function scrubNotes(notes: CaptureNotes, scrubber: TextScrubber): CaptureNotes {
  return replaceNoteParts(notes, (part) => scrubbed(part, scrubber));
}

function scrubbed({ text, kind }: NotePart, scrubber: TextScrubber): string {
  switch (kind) {
    case 'method':
      return 'POST';
    case 'host':
      return scrubber.host(text);
    case 'header': {
      // Values of headers travel as Latin-1, in which words of other scripts stand as UTF-8.
      const decoded = utf8Of(text);
      return decoded === undefined ? scrubber.text(text) : Buffer.from(scrubber.text(decoded)).toString('latin1');
    }
    case 'route':
      return scrubber.text(text.toWellFormed()).replaceAll(/[^\0-\u007F]+/g, encodeURIComponent);
    case 'text':
      return scrubber.text(text);
  }
}

/** Reads a header value that is UTF-8; `undefined` if it is ASCII or something else. */
export function utf8Of(value: string): string | undefined {
  if (/[^\0-\u00FF]/.test(value) || !/[^\0-\u007F]/.test(value)) return undefined;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? undefined : text;
}
