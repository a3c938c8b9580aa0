import { readFileSync } from 'node:fs';

import { BASE_STYLE } from './base-style.ts';

/** Files that the pages of local servers share. Scripts are served as they are written; they import each other as `./NAME`. */
export type KitFile = 'dom.js' | 'ask.js';

/** Reads a shared script. */
export function readKitFile(name: KitFile): string {
  return read(name);
}

/** Returns the style of a page of a local server: the shared building blocks, then its own. */
export function pageStyle(own: string): string {
  return `${BASE_STYLE}${read('kit.css')}${own}`;
}

function read(name: string): string {
  // The package has its sources next to the compiled files.
  return readFileSync(new URL(`../../../src/lib/html/kit/${name}`, import.meta.url), 'utf8');
}

/**
 * Headers of every answer of such a server: nothing is loaded from elsewhere or kept, no page frames it, and only its own files are
 * scripts.
 */
export const PAGE_GUARD_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
