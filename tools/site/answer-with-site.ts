import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';

/** Folder of the built site. */
export const BUILT = new URL('dist/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** Answers a request with a file of the built site, as a server of static files with clean URLs does. */
export const answerWithSite: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', BUILT);
  const path = pathname === '/' ? '/index.html' : /\.\w+$/.test(pathname) ? pathname : `${pathname}.html`;
  // Their names hold a hash of their content.
  const kept = path.startsWith('/assets/') ? { 'cache-control': 'max-age=31536000, immutable' } : {};
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  readFile(new URL(`.${path}`, BUILT)).then(
    (body) => response.writeHead(200, { 'content-type': type, ...kept }).end(body),
    () => response.writeHead(404).end(),
  );
};
