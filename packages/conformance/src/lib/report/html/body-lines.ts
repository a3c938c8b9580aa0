import { isObject } from '@idvkit/json';

/** A line of a JSON document. */
export interface BodyLine {
  readonly text: string;
  /** JSON pointer of the value that begins on the line. */
  readonly pointer: string;
}

/** Lines of a body that are shown, and how many of it are not. */
export interface BodyExcerpt {
  readonly before: number;
  readonly lines: readonly (BodyLine & { readonly isMarked: boolean })[];
  readonly after: number;
}

/** Lines shown of a body, and of what comes before a marked one. */
const SHOWN_LINES = 28;
const LINES_BEFORE = 9;
/** Lines made of a body in all: what comes after is left out uncounted. */
const LINE_LIMIT = 20_000;

/**
 * Cuts out of a JSON document the lines around a place in it, or its beginning.
 *
 * @param pointer JSON pointer of the place, which is marked; its nearest parent where it is not there.
 */
export function bodyExcerpt(document: unknown, pointer?: string): BodyExcerpt {
  const lines: BodyLine[] = [];
  for (const line of linesOf(document, '', '', '')) {
    lines.push(line);
    if (lines.length >= LINE_LIMIT) break;
  }
  const marked = pointer === undefined ? -1 : nearest(lines, pointer);
  const first = Math.max(0, Math.min(marked - LINES_BEFORE, lines.length - SHOWN_LINES));
  const shown = lines.slice(first, first + SHOWN_LINES);
  return {
    before: first,
    lines: shown.map((line, index) => ({ ...line, isMarked: first + index === marked })),
    after: lines.length - first - shown.length,
  };
}

function nearest(lines: readonly BodyLine[], pointer: string): number {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const index = lines.findIndex((line) => line.pointer === place);
    if (index !== -1) return index;
  }
  return -1;
}

/** Writes a value as `JSON.stringify` with two spaces does, line by line. */
function* linesOf(value: unknown, pointer: string, margin: string, name: string): Generator<BodyLine> {
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item: unknown, index): [string, unknown] => [String(index), item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) {
    yield { text: margin + name + (JSON.stringify(value) ?? 'null'), pointer };
    return;
  }
  yield { text: `${margin}${name}${isList ? '[' : '{'}`, pointer };
  for (const [index, [key, item]] of entries.entries()) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const comma = index < entries.length - 1 ? ',' : '';
    let last: BodyLine | undefined;
    for (const line of linesOf(item, below, `${margin}  `, isList ? '' : `${JSON.stringify(key)}: `)) {
      if (last !== undefined) yield last;
      last = line;
    }
    if (last !== undefined) yield { ...last, text: last.text + comma };
  }
  // The end of a value is no place of its own.
  yield { text: `${margin}${isList ? ']' : '}'}`, pointer: '' };
}
