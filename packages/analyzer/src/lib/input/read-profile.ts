import { CliError } from '@idvkit/cli-kit';
import { hitProfile, type HitProfile } from '@idvkit/schema/formats';

import { readJsonFile } from './read-json-file.ts';

/**
 * Reads a profile of hits from a JSON file.
 *
 * @throws {CliError} `profile-unusable` if it cannot be read or is something else.
 */
export async function readProfile(name: string, cwd: string): Promise<HitProfile> {
  return readJsonFile(name, cwd, {
    schema: hitProfile,
    unusable: (state, cause) =>
      new CliError({
        code: 'profile-unusable',
        message: `Cannot use the profile "${name}": ${state}.`,
        fix: 'Write it as {"label": "doc.name", "values": ["match_types[]"]}.',
        cause,
      }),
  });
}
