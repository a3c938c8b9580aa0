import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { CliError } from './cli-error.ts';
import { systemErrorCode, systemErrorState } from './system-error.ts';

/** Content: in one piece, or in parts as they come. */
export type FileContent = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes a file so that it is there whole or not at all: into a file beside it, synced to disk, which then takes its
 * name. Only the owner may read it (0600). Missing folders are made for the owner only (0700), symbolic links followed. What is not an ordinary file,
 * `/dev/stdout` for instance, is written in place.
 *
 * @throws {CliError} `file-unwritable` if the operating system refuses. What making the content throws is passed on.
 *   Either way nothing is left behind.
 */
export async function writeFileAtomic(path: string, content: FileContent): Promise<void> {
  const target = await attempt(path, () => locate(path));
  if (target.inPlace) return fill(path, { path: target.path, flags: 'w' }, content);
  const temporary = join(dirname(target.path), `.${basename(target.path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await fill(path, { path: temporary, flags: 'wx' }, content);
    await attempt(path, () => rename(temporary, target.path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function locate(path: string): Promise<{ readonly path: string; readonly inPlace: boolean }> {
  try {
    const real = await realpath(path);
    const existing = await stat(real);
    return { path: real, inPlace: !existing.isFile() };
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    return { path, inPlace: false };
  }
}

async function fill(
  named: string,
  { path, flags }: { readonly path: string; readonly flags: 'w' | 'wx' },
  content: FileContent,
): Promise<void> {
  const file = await attempt(named, () => open(path, flags, 0o600));
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for await (const part of parts) await attempt(named, () => file.writeFile(part));
    if (flags !== 'w') await attempt(named, () => file.sync());
  } finally {
    await file.close();
  }
}

/** Does something with the file system and translates its refusal. */
async function attempt<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    throw new CliError({
      code: 'file-unwritable',
      message: `Cannot write "${path}": ${systemErrorState(cause)}.`,
      fix: 'Name a file in a folder that you may write to.',
      cause,
    });
  }
}

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
