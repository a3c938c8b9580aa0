import { html, raw } from 'hono/html';

import type { View } from './view.ts';

/** Attributes of an element: one that is undefined or false is left out, one that is true has no value. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Writes attributes, escaped, each with a space before it. */
export function attributes(wanted: Attributes): readonly View[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${raw(name)}` : html` ${raw(name)}="${value}"`];
  });
}
