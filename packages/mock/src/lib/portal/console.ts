import { readFileSync } from 'node:fs';

import { PAGE_GUARD_HEADERS, pageStyle, readKitFile } from '@idvkit/cli-kit/html';
import type { Hono, MiddlewareHandler } from 'hono';

import type { SocketEnv } from './refuse-strangers.ts';

// The package has these files next to the compiled ones.
const own = (name: string): string => readFileSync(new URL(`../../../console/${name}`, import.meta.url), 'utf8');

const FILES = new Map<string, readonly [contentType: string, read: () => string]>([
  ['icon.svg', ['image/svg+xml', () => own('icon.svg')]],
  ['console.css', ['text/css', () => pageStyle(own('console.css'))]],
  ...(['console.js', 'sections.js'] as const).map((name) => [name, ['text/javascript', () => own(name)]] as const),
  ...(['dom.js', 'ask.js'] as const).map((name) => [name, ['text/javascript', () => readKitFile(name)]] as const),
]);

/**
 * Adds the page that shows the portal to people, and its files. They hold nothing of a workspace, so they need no token: the page asks
 * the portal with the token of its address. Clients that do not ask for HTML get the JSON of `GET /`.
 */
export function routeConsole(app: Hono<SocketEnv>, path: string): void {
  const page: MiddlewareHandler<SocketEnv> = async (context, next) =>
    context.req.header('accept')?.includes('text/html') === true ? answer('text/html', own('console.html')) : next();
  app.get(`${path}/`, page);
  for (const [name, [contentType, read]] of FILES) app.get(`${path}/${name}`, () => answer(contentType, read()));
}

function answer(contentType: string, text: string): Response {
  return new Response(text, { headers: { ...PAGE_GUARD_HEADERS, 'content-type': `${contentType}; charset=utf-8` } });
}
