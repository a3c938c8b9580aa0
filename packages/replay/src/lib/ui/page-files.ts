import { readFile } from 'node:fs/promises';

export interface PageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

// The package has its sources next to the compiled files.
const folder = new URL('../../../src/lib/ui/page/', import.meta.url);
const script = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, readonly [name: string, contentType: string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
  '/page.js': ['page.js', script],
  '/server.js': ['server.js', script],
  '/dom.js': ['dom.js', script],
  '/list.js': ['list.js', script],
  '/detail.js': ['detail.js', script],
  '/masked.js': ['masked.js', script],
  '/values.js': ['values.js', script],
  '/bytes.js': ['bytes.js', script],
  '/send.js': ['send.js', script],
};

/** Reads the file behind a path; `undefined` where there is none. None holds anything that is secret. */
export async function readPageFile(path: string): Promise<PageFile | undefined> {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return undefined;
  return { contentType: file[1], bytes: await readFile(new URL(file[0], folder)) };
}
