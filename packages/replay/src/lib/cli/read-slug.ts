import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';

/**
 * Reads a slug or a text to look for from a file, or from stdin where that is `-`: both may be nobody's to see, and so are
 * no arguments. White space around it is dropped.
 *
 * @throws {CliError} `slug-unreadable`, `text-unreadable`.
 */
export async function readSlug(file: string, io: Io, what: 'slug' | 'text' = 'slug'): Promise<string> {
  const unreadable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: `${what}-unreadable`,
      message: `Cannot read the ${what} from "${file}": ${state}.`,
      fix: `Name a file that holds the ${what} alone, or give it on stdin with --${what}-from -.`,
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
