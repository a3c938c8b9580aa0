import { styleText } from 'node:util';

import { escapeText, markStyles } from './escape-text.ts';
import type { Io, Output } from './io.ts';

/** Names of styles, as `util.styleText` knows them. */
export type Style = Parameters<typeof styleText>[0];

/**
 * Styles text for one output, or returns it as it is if that output shows no colours.
 * Write it to that output only: `write` escapes every colour that did not come from a paint.
 */
export type Paint = (style: Style, text: string) => string;

/**
 * Checks if text for `output` gets colours: on a terminal, unless `NO_COLOR` is set to something or `TERM` is
 * `dumb`. `FORCE_COLOR` decides first, `0` and `false` against colours and any other value for them.
 */
export function hasColors(output: Pick<Output, 'isTTY'>, env: Io['env']): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return (no === undefined || no === '') && terminal !== 'dumb' && output.isTTY;
}

/** Creates the {@link Paint} of one output. */
export function createPaint(output: Pick<Output, 'isTTY'>, env: Io['env']): Paint {
  if (!hasColors(output, env)) return (_style, text) => text;
  return (style, text) => markStyles(styleText(style, escapeText(text), { validateStream: false }));
}
