import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';
import { hitProfile, type HitProfile } from '@idvkit/schema/formats';

/**
 * Reads a profile of hits from a JSON file.
 *
 * @throws {CliError} `profile-unusable` if it cannot be read or is something else.
 */
export async function readProfile(name: string, cwd: string): Promise<HitProfile> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'profile-unusable',
      message: `Cannot use the profile "${name}": ${state}.`,
      fix: 'Write it as {"label": "doc.name", "values": ["match_types[]"]}.',
      cause,
    });
  let text: string;
  try {
    text = await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw unusable(systemErrorState(cause), cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw unusable('it is not JSON', cause);
  }
  const profile = hitProfile.safeParse(json);
  if (!profile.success) {
    const [issue] = profile.error.issues;
    throw unusable(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'it is of another shape'}`);
  }
  return profile.data;
}
