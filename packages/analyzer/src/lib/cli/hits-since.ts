import { createPaint, ExitCode, type Io } from '@idvkit/cli-kit';

import { MASK } from '../collect/shown-text.ts';
import { HitComparison, type HitChanges } from '../export/hit-changes.ts';
import { terminalHitChanges } from '../view/terminal-hit-changes.ts';
import { readProfile } from './json-files.ts';
import { readPayload } from './read-payload.ts';
import type { ReadingOptions } from './reading-options.ts';
import { findSources, onlySource } from './sources.ts';

/**
 * Prints which hits of an input are new, gone or changed since an earlier input.
 *
 * @returns 0 if there are none; 1 if there are; 2 if an input was not read to its end.
 * @throws {CliError} `usage`, `profile-unusable`, `input-unreadable`, `too-many-hits`.
 */
export async function hitsSince(
  inputs: readonly string[],
  { since, ...options }: ReadingOptions & { readonly since: string; readonly json?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  const profile = await readProfile(options.profile, io.cwd);
  const source = onlySource((await findSources(inputs, options, io)).sources, '--since looks');
  const { sources } = await findSources([since], { lines: options.lines }, io);
  const comparison = new HitComparison(profile);
  const read = async (from: typeof source, sink: HitComparison['earlier']): Promise<boolean> => {
    const { failures } = await readPayload(from, options, { io, profile, sinks: [sink] });
    for (const failure of failures) io.stderr.write(`idvkit: ${failure}\n`);
    return failures.length === 0;
  };
  // Next to a part of the earlier payload, hits would seem to be new.
  if (!(await read(onlySource(sources, '--since looks'), comparison.earlier))) return ExitCode.error;
  const isWhole = await read(source, comparison.later);
  const changes = options.reveal === true ? comparison.result() : masked(comparison.result());
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  const document = { format: 'idvkit.hit-changes', version: 1, complete: isWhole, ...changes };
  io.stdout.write(options.json === true ? `${JSON.stringify(document)}\n` : `${terminalHitChanges(changes, page)}\n`);
  if (!isWhole) return ExitCode.error;
  const isSame = changes.new.count + changes.gone.count + changes.changed.count === 0;
  return isSame ? ExitCode.ok : ExitCode.findings;
}

function masked(changes: HitChanges): HitChanges {
  const mask = <Hit extends { readonly label?: string }>({ count, hits }: { count: number; hits: readonly Hit[] }) => ({
    count,
    hits: hits.map((hit) => (hit.label === undefined ? hit : { ...hit, label: MASK })),
  });
  return { ...changes, new: mask(changes.new), gone: mask(changes.gone), changed: mask(changes.changed) };
}
