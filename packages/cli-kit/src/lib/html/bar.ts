import { html, type Html } from './html.ts';

/** A part of a bar. */
export interface BarPart {
  readonly value: number;
  /** Class that gives the part its colour. Default: the fill colour of the page. */
  readonly className?: string;
}

/** Percent of a bar below which a part could not be seen. */
const MIN_PERCENT = 0.6;

/** Draws the parts of `whole` as one bar. Screen readers do not get it: write the numbers as text beside it. */
export function bar(parts: readonly BarPart[], whole: number): Html {
  let x = 0;
  const rects = parts
    .filter(({ value }) => value > 0)
    .map(({ value, className }) => {
      const width = Math.max(MIN_PERCENT, Math.min(1, value / whole) * 100);
      const rect = html`<rect
        ${className !== undefined && html`class="${className}" `}x="${x.toFixed(2)}%"
        width="${width.toFixed(2)}%"
        height="100%"
      ></rect>`;
      x += width;
      return rect;
    });
  return html`<svg class="bar" aria-hidden="true" focusable="false">${rects}</svg>`;
}
