import { CliError } from '@idvkit/cli-kit';
import { corpusSummary, type CorpusSummary } from '@idvkit/schema/formats';

import { readJsonFile } from '../input/read-json-file.ts';

/**
 * Reads what many payloads have in common, as another run has written it.
 *
 * @throws {CliError} `corpus-unusable` if it cannot be read or is something else.
 */
export async function readCorpusFile(name: string, cwd: string): Promise<CorpusSummary> {
  return readJsonFile(name, cwd, {
    schema: corpusSummary,
    unusable: (state, cause) =>
      new CliError({
        code: 'corpus-unusable',
        message: `Cannot merge "${name}": ${state}.`,
        fix: 'Write it with idv-analyze INPUT... --json, where there are several inputs or one with a document per line.',
        cause,
      }),
  });
}
