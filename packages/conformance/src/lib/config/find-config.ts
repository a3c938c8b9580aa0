import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CliError } from '@idvkit/cli-kit';

/** Names of a configuration that are looked for. */
const NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml'].map(
  (ending) => `idvkit.config.${ending}`,
);

/**
 * Looks for a configuration in a folder, then in those above it.
 *
 * @returns Its path, or undefined where there is none.
 * @throws {CliError} `config-ambiguous` if a folder has two.
 */
export async function findConfig(folder: string): Promise<string | undefined> {
  for (let here = folder; ; here = dirname(here)) {
    const names = await namesIn(here);
    const found = NAMES.filter((name) => names.includes(name));
    if (found.length > 1) {
      throw new CliError({
        code: 'config-ambiguous',
        message: `Cannot choose a configuration: "${here}" has ${found.join(' and ')}.`,
        fix: 'Keep one of them, or name one with --config.',
      });
    }
    if (found[0] !== undefined) return join(here, found[0]);
    if (dirname(here) === here) return undefined;
  }
}

/** A folder that may not be read has no configuration for whoever asks. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
