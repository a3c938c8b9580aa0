const LEVELS = '▁▂▃▄▅▆▇█';

/** Draws numbers as a row of little columns; nothing at all is a space. */
export function spark(values: readonly number[]): string {
  const top = Math.max(...values, 1);
  return values
    .map((value) =>
      value === 0 ? ' ' : LEVELS[Math.min(LEVELS.length - 1, Math.floor((value / top) * LEVELS.length))],
    )
    .join('');
}

const BAR_WIDTH = 20;

/** Draws a share as a bar of a fixed width: what is there, and what is left of it. */
export function barParts(value: number, whole: number): { readonly full: string; readonly rest: string } {
  const filled = whole === 0 ? 0 : Math.min(BAR_WIDTH, Math.round((value / whole) * BAR_WIDTH));
  const full = filled === 0 && value > 0 ? '▏' : '█'.repeat(filled);
  return { full, rest: '·'.repeat(BAR_WIDTH - full.length) };
}
