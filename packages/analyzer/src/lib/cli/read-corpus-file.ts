import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';
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
  const corpus = corpusSummary.safeParse(json);
  if (corpus.success) return corpus.data;
  const [issue] = corpus.error.issues;
  throw unusable(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'it is of another shape'}`);
}
