import { at, edited, parsePointer } from '@idvkit/json';

/** Lines of a body that are shown, and how many of it are not. */
export interface BodyExcerpt {
  readonly before: number;
  readonly lines: readonly { readonly text: string; readonly isMarked: boolean }[];
  readonly after: number;
}

/** Lines shown of a body, and of what comes before a marked one. */
const MAX_LINES = 28;
const LINES_BEFORE = 9;
/** Stands for a value whose line is looked for. No text of a document holds it as it is: JSON writes it escaped. */
const SOUGHT = '\u0000sought';

/**
 * Cuts out of a JSON document the lines around a place in it, or its beginning.
 *
 * @param pointer JSON pointer of the place, which is marked; its nearest parent if it is not there.
 */
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
