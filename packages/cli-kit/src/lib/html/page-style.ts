import { readFileSync } from 'node:fs';

/** Returns the style of a page: the shared sheet, then its own rules. */
export function pageStyle(own = ''): string {
  // The package has its sources next to the compiled files.
  const shared = readFileSync(new URL('../../../src/lib/html/style.css', import.meta.url), 'utf8');
  return `${shared}${own}`.replaceAll(/\s+/g, ' ');
}
