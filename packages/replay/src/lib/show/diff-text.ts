import { printable } from '@idvkit/cli-kit';

import type { DiffSide } from './diff-bodies.ts';
import { maskedText } from './mask-value.ts';

/** Writes a side of a difference in one line; a value that is not shown as its kind and size. */
export function sideText({ kind, bytes, text }: DiffSide, isShown: boolean): string {
  if (kind === 'object' || kind === 'array') return `${kind === 'object' ? '{…}' : '[…]'} ${bytes} bytes`;
  return isShown ? printable(text, 200) : maskedText(text, bytes);
}
