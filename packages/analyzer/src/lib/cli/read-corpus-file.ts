import { resolve } from 'node:path';

import { checkValue, CliError, readJsonFile } from '@idvkit/cli-kit';
import { corpusSummary, type CorpusSummary } from '@idvkit/schema/formats';

/**
 * Reads what many payloads have in common, as another run has written it.
 *
 * @throws {CliError} `corpus-unusable` if it cannot be read or is something else.
 */
export async function readCorpusFile(name: string, cwd: string): Promise<CorpusSummary> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'corpus-unusable',
      message: `Cannot merge "${name}": ${state}.`,
      fix: 'Write it with idv-analyze INPUT... --json, where there are several inputs or one with a document per line.',
      cause,
    });
  return checkValue(corpusSummary, await readJsonFile(resolve(cwd, name), { unusable }), unusable);
}
