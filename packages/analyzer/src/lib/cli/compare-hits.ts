import { resolve } from 'node:path';

import { createPaint, ExitCode, type Io } from '@idvkit/cli-kit';

import { HitComparison, MAX_EARLIER } from '../export/hit-changes.ts';
import { HitIndex, unusable } from '../export/hit-index.ts';
import { terminalHitChanges } from '../view/terminal-hit-changes.ts';
import { readProfile } from './json-files.ts';
import { readPayload } from './read-payload.ts';
import type { ReadingOptions } from './reading-options.ts';
import { findSources, onlySource } from './sources.ts';

/**
 * Prints which hits of an input are new, gone or changed since an index was written.
 *
 * @returns 0 if there are none; 1 if there are; 2 if the input was not read to its end.
 * @throws {CliError} `usage`, `index-unusable`, `profile-unusable`, `input-unreadable`.
 */
export async function compareHits(
  inputs: readonly string[],
  {
    compareHits: name,
    ...options
  }: ReadingOptions & { readonly compareHits: string; readonly json?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  const profile = await readProfile(options.profile, io.cwd);
  const { sources } = await findSources(inputs, options, io);
  const source = onlySource(sources, '--compare-hits looks');
  await using index = await HitIndex.open(resolve(io.cwd, name), name);
  if (index.header.id !== profile.id) throw unusable(name, 'its profile has another path to the id of a hit');
  if (index.header.hits > MAX_EARLIER) throw unusable(name, `it has more than ${MAX_EARLIER} hits`);
  const comparison = await HitComparison.with(index);
  const { failures } = await readPayload(source, options, { io, profile, sinks: [comparison] });
  for (const failure of failures) io.stderr.write(`idvkit: ${failure}\n`);
  const changes = comparison.result();
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  const document = { format: 'idvkit.hit-changes', version: 1, complete: failures.length === 0, ...changes };
  io.stdout.write(options.json === true ? `${JSON.stringify(document)}\n` : `${terminalHitChanges(changes, page)}\n`);
  if (failures.length > 0) return ExitCode.error;
  const isSame = changes.new.count + changes.gone.count + changes.changed.count === 0;
  return isSame ? ExitCode.ok : ExitCode.findings;
}
