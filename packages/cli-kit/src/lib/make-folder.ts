import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { systemErrorCode } from './system-error.ts';

/**
 * Makes a folder and those above it, for the owner only (0700). `recursive` of Node.js never returns if nothing can be made, in `/proc`
 * for instance.
 *
 * @throws the error of the system.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || isFolder(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
