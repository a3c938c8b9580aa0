import { styleText } from 'node:util';

import type { Io, Output } from './io.ts';

/** Names of styles, as `util.styleText` knows them. */
export type Style = Parameters<typeof styleText>[0];

/** Dresses text for one output, or leaves it plain where that output shows no colours. */
export type Paint = (style: Style, text: string) => string;

/**
 * Tells whether to colour what goes to `output`: on a terminal, unless `NO_COLOR` is set to something or `TERM` is
 * `dumb`. `FORCE_COLOR` decides first, `0` and `false` against colours and any other value for them.
 */
export function hasColors(output: Output, env: Io['env']): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return (no === undefined || no === '') && terminal !== 'dumb' && output.isTTY;
}

/** Makes the {@link Paint} of one output. */
export function createPaint(output: Output, env: Io['env']): Paint {
  if (!hasColors(output, env)) return (_style, text) => text;
  return (style, text) => styleText(style, text, { validateStream: false });
}
