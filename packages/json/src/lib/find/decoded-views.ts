/** A decoded text, with the position of each UTF-16 unit in its source. */
export interface View {
  readonly text: string;
  /** Absent if the text is the source itself. */
  readonly places?: { readonly starts: readonly number[]; readonly ends: readonly number[] };
}

interface Decoder {
  readonly pattern: RegExp;
  readonly decoded: (match: string) => string;
}

const MAX_DEPTH = 3;
const MAY_BE_ENCODED = /[%\\&+]/;
const NOT_ASCII = /[^\0-\u007F]/;

const NAMED: Readonly<Record<string, string>> = {
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
/** One character, so that the next one stays apart. */
const PERCENT = String.raw`%(?:[c-f][\da-f](?:%[89ab][\da-f]){1,3}|[\da-f]{2})`;

/** Percent-encoding, escapes of JSON, and character references of XML and HTML. */
const ESCAPES: Decoder = {
  pattern: new RegExp(
    String.raw`${PERCENT}|\\(?:u[\da-f]{4}|[^])|&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);`,
    'gi',
  ),
  decoded: (match) => {
    if (match.startsWith('%')) return Buffer.from(match.replaceAll('%', ''), 'hex').toString();
    const named = NAMED[match.toLowerCase()];
    if (named !== undefined) return named;
    const digits = /^(?:\\u|&#x)([\da-f]+)/i.exec(match)?.[1] ?? '';
    if (match.startsWith('\\'))
      return digits === '' ? match.slice(1) : String.fromCharCode(Number.parseInt(digits, 16));
    const point = digits === '' ? Number.parseInt(match.slice(2), 10) : Number.parseInt(digits, 16);
    return point > 0x10_ff_ff ? match : String.fromCodePoint(point);
  },
};
/** Percent-encoding as forms write it. */
const FORM: Decoder = {
  pattern: new RegExp(String.raw`${PERCENT}|\+`, 'gi'),
  decoded: (match) => (match === '+' ? ' ' : ESCAPES.decoded(match)),
};
/** Letters with their marks, and compatible characters: `é` in two characters, `Ａ`. */
const COMPOSED: Decoder = {
  pattern: /[^\0-\u007F]\p{M}*|[\0-\u007F]\p{M}+/gu,
  decoded: (match) => match.normalize('NFKC'),
};

/** Reads percent-encoding (also of forms), JSON escapes and character references, up to three deep, and composes characters. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [{ text }];
  let newest: readonly View[] = MAY_BE_ENCODED.test(text) ? views : [];
  for (let depth = 0; depth < MAX_DEPTH && newest.length > 0; depth += 1) {
    const decoded: View[] = [];
    for (const view of newest) {
      for (const decoder of [ESCAPES, FORM]) {
        const next = decode(view, decoder);
        if (next !== undefined && [...views, ...decoded].every((known) => known.text !== next.text)) decoded.push(next);
      }
    }
    views.push(...decoded);
    newest = decoded;
  }
  for (const view of views.slice()) {
    if (!NOT_ASCII.test(view.text)) continue;
    const composed = decode(view, COMPOSED);
    if (composed !== undefined) views.push(composed);
  }
  return views;
}

/** @returns `undefined` if nothing is encoded. */
function decode(view: View, { pattern, decoded: read }: Decoder): View | undefined {
  let decoded = '';
  let last = 0;
  const starts: number[] = [];
  const ends: number[] = [];
  const note = (from: number, to: number, units: number): void => {
    const [start, end] = [sourceStart(view, from), sourceEnd(view, to)];
    for (let unit = 0; unit < units; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  const copy = (to: number): void => {
    for (let at = last; at < to; at += 1) note(at, at + 1, 1);
    decoded += view.text.slice(last, to);
  };
  let isChanged = false;
  for (const { 0: match, index } of view.text.matchAll(pattern)) {
    const text = read(match);
    if (text === match) continue;
    isChanged = true;
    copy(index);
    note(index, index + match.length, text.length);
    decoded += text;
    last = index + match.length;
  }
  if (!isChanged) return undefined;
  copy(view.text.length);
  return { text: decoded, places: { starts, ends } };
}

/** Returns where in the source a unit of a view begins. */
export function sourceStart({ places }: View, at: number): number {
  return places === undefined ? at : (places.starts[at] ?? 0);
}

/** Returns where in the source the unit before a place of a view ends. */
export function sourceEnd({ text, places }: View, at: number): number {
  return places === undefined ? at : (places.ends[at - 1] ?? text.length);
}
