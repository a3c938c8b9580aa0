import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names in a folder as durable as the files that they name. @throws the error of the system. */
export function syncFolder(path: string): void {
  // Windows cannot open folders, and needs no sync of them.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
