import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';

/**
 * Reads a slug or a text to look for from a file, or from stdin for `-`: every process can read arguments, and both may be personal.
 * @throws {CliError} `slug-unreadable`, `text-unreadable`.
 */
export async function readPrivateText(file: string, what: 'slug' | 'text', io: Io): Promise<string> {
  const unreadable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: `${what}-unreadable`,
      message: `Cannot read the ${what} from "${file}": ${state}.`,
      fix: `Name a file that holds only the ${what}, or - for stdin.`,
      cause,
    });
  let found: string;
  try {
    found = (file === '-' ? await text(io.stdin) : await readFile(resolve(io.cwd, file), 'utf8')).trim();
  } catch (cause) {
    throw unreadable(systemErrorState(cause), cause);
  }
  if (found === '' || (what === 'slug' && /\s/.test(found))) throw unreadable(`it holds no ${what}`);
  return found;
}
