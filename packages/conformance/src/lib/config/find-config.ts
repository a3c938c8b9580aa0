import { lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CliError } from '@idvkit/cli-kit';

const NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'].map(
  (ending) => `idvkit.config.${ending}`,
);

const OTHERS_MAY_WRITE = 0o002;

/**
 * Finds the configuration in a folder or above it, up to the root of the project. Stops at a folder of another user, or
 * one that everybody may write to: a configuration has commands. @throws {CliError} `config-ambiguous`, `config-untrusted`
 */
export async function findConfig(
  folder: string,
  user: number | undefined = process.getuid?.(),
): Promise<string | undefined> {
  for (const here of await projectFolders(folder, user)) {
    const names = await namesIn(here);
    const found = NAMES.filter((name) => names.includes(name));
    if (found.length > 1) {
      throw new CliError({
        code: 'config-ambiguous',
        message: `Cannot choose a configuration: "${here}" has ${found.join(' and ')}.`,
        fix: 'Keep one of them, or name one with --config.',
      });
    }
    if (found[0] === undefined) continue;
    const path = join(here, found[0]);
    if (await isOurs(path, user)) return path;
    throw new CliError({
      code: 'config-untrusted',
      message: `Cannot use the configuration "${path}": it belongs to another user, or everybody may write to it.`,
      fix: 'Name it with --config if you trust it.',
    });
  }
  return undefined;
}

/** Lists the folders up to the root of the repository or workspace, else of the package. */
async function projectFolders(folder: string, user: number | undefined): Promise<readonly string[]> {
  const folders: string[] = [];
  let ofPackage: number | undefined;
  for (let here = folder; here === folder || (await isOurs(here, user)); here = dirname(here)) {
    const names = await namesIn(here);
    folders.push(here);
    if (names.includes('.git') || names.includes('pnpm-workspace.yaml')) return folders;
    if (names.includes('package.json')) ofPackage ??= folders.length;
    if (dirname(here) === here) break;
  }
  return folders.slice(0, ofPackage ?? 1);
}

/** Checks that a path, and a link there, belong to this user or root, and that not everybody may write to it. */
async function isOurs(path: string, user: number | undefined): Promise<boolean> {
  // Where users have no numbers, there are no such permissions either.
  if (user === undefined) return true;
  const [file, link] = [await stat(path), await lstat(path)];
  return [file, link].every(({ uid }) => uid === user || uid === 0) && (file.mode & OTHERS_MAY_WRITE) === 0;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
