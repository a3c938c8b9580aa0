/** A decoded text, with the position of each character in its source. */
export interface View {
  readonly text: string;
  /** Start and end in the source of each UTF-16 unit of `text`. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Decodes what starts at `index`; undefined if nothing encoded does. */
type Decoder = (text: string, index: number) => { readonly decoded: string; readonly length: number } | undefined;

const MAX_DEPTH = 3;

const utf8 = new TextDecoder();

/** Decodes percent-encoding (also of forms), JSON escapes and character references, up to three deep. */
export function viewsOf(text: string): readonly View[] {
  const views: View[] = [identity(text)];
  let newest: readonly View[] = views;
  for (let depth = 0; depth < MAX_DEPTH && newest.length > 0; depth += 1) {
    newest = newest
      .flatMap((view) => [decode(view, [percent, escape, reference]), decode(view, [percent, plus])])
      .filter((view) => view !== undefined && !views.some(({ text }) => text === view.text)) as readonly View[]; // The filter leaves no undefined.
    views.push(...newest);
  }
  return views;
}

function identity(text: string): View {
  const starts = Array.from(text, (_, index) => index);
  // `Array.from` walks code points; positions are those of UTF-16 units.
  if (starts.length !== text.length)
    starts.splice(0, starts.length, ...Array.from({ length: text.length }, (_, i) => i));
  return { text, starts, ends: starts.map((start) => start + 1) };
}

function decode(view: View, decoders: readonly Decoder[]): View | undefined {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let changed = false;
  for (let index = 0; index < view.text.length;) {
    const found = firstOf(decoders, view.text, index);
    const decoded = found?.decoded ?? view.text.charAt(index);
    const length = found?.length ?? 1;
    changed ||= found !== undefined;
    const start = view.starts[index] ?? 0;
    const end = view.ends[index + length - 1] ?? start + 1;
    for (let unit = 0; unit < decoded.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
    parts.push(decoded);
    index += length;
  }
  return changed ? { text: parts.join(''), starts, ends } : undefined;
}

function firstOf(decoders: readonly Decoder[], text: string, index: number): ReturnType<Decoder> {
  for (const decoder of decoders) {
    const found = decoder(text, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `%E0%B8%81`: the bytes of one character, or of several that follow each other. */
const percent: Decoder = (text, index) => {
  if (text[index] !== '%') return undefined;
  const bytes: number[] = [];
  let end = index;
  while (/^%[\da-f]{2}/i.test(text.slice(end, end + 3))) {
    bytes.push(Number.parseInt(text.slice(end + 1, end + 3), 16));
    end += 3;
    // One character at a time keeps what follows it apart.
    if (bytes.length === utf8Length(bytes[0] ?? 0)) break;
  }
  return bytes.length === 0 ? undefined : { decoded: utf8.decode(Uint8Array.from(bytes)), length: end - index };
};

function utf8Length(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

const plus: Decoder = (text, index) => (text[index] === '+' ? { decoded: ' ', length: 1 } : undefined);

const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** `\u0e01`, `\n`, `\"`: escapes of JSON. */
const escape: Decoder = (text, index) => {
  if (text[index] !== '\\' || index + 1 >= text.length) return undefined;
  const unit = /^\\u([\da-f]{4})/i.exec(text.slice(index, index + 6))?.[1];
  if (unit !== undefined) return { decoded: String.fromCharCode(Number.parseInt(unit, 16)), length: 6 };
  const escaped = text.charAt(index + 1);
  return { decoded: SHORT_ESCAPES[escaped] ?? escaped, length: 2 };
};

const NAMED_REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `&amp;`, `&#39;`, `&#x27;`: character references of XML and HTML. */
const reference: Decoder = (text, index) => {
  if (text[index] !== '&') return undefined;
  const found = /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/i.exec(text.slice(index, index + 12));
  if (found === null) return undefined;
  const [whole, hex, decimal, name] = found;
  const length = whole.length;
  if (name !== undefined) return { decoded: NAMED_REFERENCES[name.toLowerCase()] ?? whole, length };
  const point = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
  return point > 0x10_ff_ff ? undefined : { decoded: String.fromCodePoint(point), length };
};
