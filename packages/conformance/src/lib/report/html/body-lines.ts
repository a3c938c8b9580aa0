import { at, edited, parsePointer } from '@idvkit/json';

export interface BodyExcerpt {
  readonly before: number;
  readonly lines: readonly { readonly text: string; readonly isMarked: boolean }[];
  readonly after: number;
}

const MAX_LINES = 28;
const LINES_BEFORE = 9;
/** Placeholder of a value. JSON escapes it, so that no text of a document looks like it. */
const SOUGHT = '\u0000sought';

/** Returns the lines of a document around a JSON pointer, or its beginning. Marks the value or its nearest parent. */
export function bodyExcerpt(document: unknown, pointer = ''): BodyExcerpt {
  const lines = linesOf(document);
  const marked = lineOf(document, parsePointer(pointer));
  const first = Math.max(0, Math.min(marked - LINES_BEFORE, lines.length - MAX_LINES));
  const shown = lines.slice(first, first + MAX_LINES);
  return {
    before: first,
    lines: shown.map((text, index) => ({ text, isMarked: first + index === marked })),
    after: lines.length - first - shown.length,
  };
}

function linesOf(document: unknown): readonly string[] {
  return (JSON.stringify(document, undefined, 2) ?? 'null').split('\n');
}

/** Returns the line on which a value begins, or the nearest value around it; -1 for the document itself. */
function lineOf(document: unknown, path: readonly string[]): number {
  if (path.length === 0) return -1;
  if (at(document, ...path) === undefined) return lineOf(document, path.slice(0, -1));
  const sought = JSON.stringify(SOUGHT);
  return linesOf(edited(document, path, () => SOUGHT)).findIndex((line) => line.includes(sought));
}
