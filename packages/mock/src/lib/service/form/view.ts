import type { html } from 'hono/html';

/** A piece of a page, its contents escaped. */
export type View = ReturnType<typeof html>;
