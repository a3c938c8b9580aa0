import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import { systemErrorCode } from '@idvkit/cli-kit';

/** From this many files on, one sync of the whole file system is cheaper than one of each. */
const MANY = 256;
const SYNCS_AT_ONCE = 16;

const run = promisify(execFile);

/** Syncs files and their names: of many, with the file system's own sync where there is one. @throws what the disk said. */
export async function syncBodies(paths: readonly string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  if (paths.length >= MANY && process.platform === 'linux' && (await syncFileSystem(dirname(first)))) return;
  for (let at = 0; at < paths.length; at += SYNCS_AT_ONCE) {
    await Promise.all(paths.slice(at, at + SYNCS_AT_ONCE).map((path) => syncIfThere(path)));
  }
  const folders = new Set(paths.map((path) => dirname(path)));
  const parents = new Set([...folders].map((path) => dirname(path)));
  for (const folder of [...folders, ...parents]) if (existsSync(folder)) await syncFolder(folder);
}

/** Node has no `syncfs`; `sync --file-system` is that and nothing else. @returns whether it worked. */
async function syncFileSystem(folder: string): Promise<boolean> {
  try {
    await run('sync', ['-f', folder]);
    return true;
  } catch {
    return false;
  }
}

/** A body that was erased since has nothing to sync. */
async function syncIfThere(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}

/** Makes names in a folder as durable as the files that they name. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder unless it is there. Not those above it: an archive that was moved away is not made again. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  });
}
