import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import { systemErrorState } from '@idvkit/cli-kit';

import { ImportProblem } from './imported.ts';

/** Size of the largest file that a command may name as its body. */
const MAX_NAMED_FILE_BYTES = 2 ** 30;

/**
 * Opens a file that an imported file names. That may come from somebody else: only regular files below its folder are read,
 * no hidden ones, and no links that lead out. `folder` is undefined for stdin, which may name no file.
 * @throws {ImportProblem} if the file may not or cannot be read.
 */
export async function openNamedFile(folder: string | undefined, name: string): Promise<AsyncIterable<Uint8Array>> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new ImportProblem(`a command reads its body from the file "${name}", ${why}`, { cause });
  };
  if (folder === undefined) return refuse('which stdin may not do');
  let file: FileHandle | undefined;
  try {
    const root = await realpath(folder);
    const path = await realpath(resolve(root, name));
    const below = relative(root, path);
    if (isAbsolute(below) || below.split(sep)[0] === '..') refuse('which is not below the folder of the imported file');
    if (below.split(sep).some((part) => part.startsWith('.'))) refuse('which is hidden or in a hidden folder');
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const [found, home] = [await file.stat(), await stat(root)];
    if (!found.isFile() || found.dev !== home.dev) refuse('which is not a regular file');
    if (found.size > MAX_NAMED_FILE_BYTES) refuse(`which has more than ${MAX_NAMED_FILE_BYTES} bytes`);
    return file.createReadStream();
  } catch (error) {
    await file?.close();
    if (error instanceof ImportProblem) throw error;
    return refuse(`which cannot be read: ${systemErrorState(error)}`, error);
  }
}
