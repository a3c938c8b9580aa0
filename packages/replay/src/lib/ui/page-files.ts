import { readFile } from 'node:fs/promises';

import { pageStyle, readKitFile } from '@idvkit/cli-kit/html';

export interface PageFile {
  readonly contentType: string;
  readonly content: string;
}

// The package has its sources next to the compiled files.
const folder = new URL('../../../src/lib/ui/page/', import.meta.url);
const own = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');

const SCRIPTS = [
  'page.js',
  'server.js',
  'list.js',
  'capture.js',
  'tree.js',
  'bytes.js',
  'masked.js',
  'send.js',
] as const;
const files = new Map<string, readonly [contentType: string, read: () => string | Promise<string>]>([
  ['/', ['text/html', () => own('page.html')]],
  ['/page.css', ['text/css', async () => pageStyle(await own('page.css'))]],
  ['/icon.svg', ['image/svg+xml', () => own('icon.svg')]],
  ...SCRIPTS.map((name) => [`/${name}`, ['text/javascript', () => own(name)]] as const),
  ...(['dom.js', 'ask.js'] as const).map((name) => [`/${name}`, ['text/javascript', () => readKitFile(name)]] as const),
]);

/** Reads the file behind a path; `undefined` if there is none. None holds a secret. */
export async function readPageFile(path: string): Promise<PageFile | undefined> {
  const file = files.get(path);
  if (file === undefined) return undefined;
  return { contentType: `${file[0]}; charset=utf-8`, content: await file[1]() };
}
