import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';

/**
 * Reads a slug from a file, or from stdin where that is `-`. It is a secret, so it is no argument.
 *
 * @throws {CliError} `slug-unreadable`.
 */
export async function readSlug(file: string, io: Io): Promise<string> {
  try {
    const slug = (file === '-' ? await text(io.stdin) : await readFile(resolve(io.cwd, file), 'utf8')).trim();
    if (slug !== '' && !/\s/.test(slug)) return slug;
  } catch (cause) {
    throw new CliError({
      code: 'slug-unreadable',
      message: `Cannot read the slug from "${file}": ${systemErrorState(cause)}.`,
      fix: 'Name a file that holds the slug alone, or give it on stdin with --slug-from -.',
      cause,
    });
  }
  throw new CliError({
    code: 'slug-unreadable',
    message: `Cannot read the slug from "${file}": it holds no slug.`,
    fix: 'Name a file that holds the slug alone, or give it on stdin with --slug-from -.',
  });
}
