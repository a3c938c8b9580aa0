import { readFileSync } from 'node:fs';

/** Files that the pages of local servers share. Scripts are served as they are written; they import each other as `./NAME`. */
export type KitFile = 'dom.js' | 'ask.js';

/** Reads a shared script. */
export function readKitFile(name: KitFile): string {
  // The package has its sources next to the compiled files.
  return readFileSync(new URL(`../../../src/lib/html/kit/${name}`, import.meta.url), 'utf8');
}
