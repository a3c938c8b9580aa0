import { resolve } from 'node:path';

import { checkValue, CliError, readJsonFile } from '@idvkit/cli-kit';
import { hitProfile, type HitProfile } from '@idvkit/schema/formats';

import { DEFAULT_HIT_PROFILE } from '../summarize/hit-profile.ts';

/**
 * Reads a profile of hits from a JSON file. Without a name, it returns the default profile.
 *
 * @throws {CliError} `profile-unusable` if it cannot be read or is something else.
 */
export async function readProfile(name: string | undefined, cwd: string): Promise<HitProfile> {
  if (name === undefined) return DEFAULT_HIT_PROFILE;
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'profile-unusable',
      message: `Cannot use the profile "${name}": ${state}.`,
      fix: 'Write it as {"label": "doc.name", "values": ["match_types[]"]}.',
      cause,
    });
  return checkValue(hitProfile, await readJsonFile(resolve(cwd, name), { unusable }), unusable);
}
