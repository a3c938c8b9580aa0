import { resolve } from 'node:path';

import { createPaint, ExitCode, writeFileAtomic, type CliError, type Io } from '@idvkit/cli-kit';
import type { PayloadSummary } from '@idvkit/schema/formats';

import { MASK } from '../collect/shown-text.ts';
import type { HitSink } from '../export/exported-hit.ts';
import { HitComparison, type HitChanges } from '../export/hit-changes.ts';
import { inputUnreadable } from '../input/input-error.ts';
import { evidenceLines } from '../view/terminal-evidence.ts';
import { terminalHitChanges } from '../view/terminal-hit-changes.ts';
import { readProfile } from './json-files.ts';
import { readPayload } from './read-payload.ts';
import type { ReadingOptions } from './reading-options.ts';
import { findSources, onlySource } from './sources.ts';

interface SinceOptions extends ReadingOptions {
  readonly since: string;
  readonly json?: boolean | undefined;
  /** Pages that the card is written to. */
  readonly html: readonly string[];
  readonly version: string;
}

/**
 * Prints which hits of an input are new, gone or changed since an earlier input.
 *
 * @returns 0 if there are none; 1 if there are; 2 if an input was not read to its end.
 * @throws {CliError} `usage`, `profile-unusable`, `input-unreadable`, `too-many-hits`.
 */
export async function hitsSince(
  inputs: readonly string[],
  { since, html, version, ...options }: SinceOptions,
  io: Io,
): Promise<ExitCode> {
  const profile = await readProfile(options.profile, io.cwd);
  const source = onlySource((await findSources(inputs, options, io)).sources, '--since looks');
  const { sources } = await findSources([since], { lines: options.lines }, io);
  const comparison = new HitComparison(profile);
  const read = async (from: typeof source, sink: HitComparison['earlier']): Promise<PayloadSummary> => {
    let hits = 0;
    const counting: HitSink = {
      ...sink,
      add: (hit) => {
        hits += 1;
        sink.add(hit);
      },
    };
    const { failures, summary } = await readPayload(from, options, { io, profile, sinks: [counting] });
    const counted = summary.documents.reduce((sum, each) => sum + each.hits + each.blacklistHits, 0);
    // The sink gets hits before the key that replaces them.
    if (summary.documentCount === summary.documents.length && counted !== hits) throw twice(from.name);
    for (const failure of failures) io.stderr.write(`idvkit: ${failure}\n`);
    return summary;
  };
  // Next to a part of the earlier payload, hits would seem to be new.
  const earlier = await read(onlySource(sources, '--since looks'), comparison.earlier);
  if (!earlier.complete) return ExitCode.error;
  const summary = await read(source, comparison.later);
  const changes = options.reveal === true ? comparison.result() : masked(comparison.result());
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  for (const file of html) {
    const { payloadPage } = await import('../view/html/payload-page.ts');
    const text = payloadPage(summary, { version, reveal: options.reveal === true, since: changes });
    await writeFileAtomic(resolve(io.cwd, file), text);
  }
  const document = { format: 'idvkit.hit-changes', version: 1, complete: summary.complete, ...changes };
  const card = summary.documents.slice(0, 1).flatMap((each) => evidenceLines(each, page));
  const text = [...card, terminalHitChanges(changes, page)].join('\n');
  io.stdout.write(`${options.json === true ? JSON.stringify(document) : text}\n`);
  if (!summary.complete) return ExitCode.error;
  const isSame = changes.new.count + changes.gone.count + changes.changed.count === 0;
  return isSame ? ExitCode.ok : ExitCode.findings;
}

function twice(name: string): CliError {
  return inputUnreadable(name, 'a key is twice, so some of its hits do not count');
}

function masked(changes: HitChanges): HitChanges {
  const mask = <Hit extends { readonly label?: string }>({ count, hits }: { count: number; hits: readonly Hit[] }) => ({
    count,
    hits: hits.map((hit) => (hit.label === undefined ? hit : { ...hit, label: MASK })),
  });
  return { ...changes, new: mask(changes.new), gone: mask(changes.gone), changed: mask(changes.changed) };
}
