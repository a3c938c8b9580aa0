import { resolve } from 'node:path';

import { createPaint, ExitCode, writeFileAtomic, type CliContext } from '@idvkit/cli-kit';

import type { InputSource } from '../input/input-source.ts';
import { readProfile } from '../input/read-profile.ts';
import { resolveInputs } from '../input/resolve-inputs.ts';
import { DEFAULT_HIT_PROFILE } from '../summary/hit-profile.ts';
import { payloadPage } from '../view/html/payload-page.ts';
import { terminalView } from '../view/terminal-view.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { openHitOutput } from './hit-output.ts';
import { onlySource, wrongUse } from './only-source.ts';
import { readAll } from './read-all.ts';
import { showHits } from './show-hits.ts';

/** Does what the command line asks for. @param version Version of the tool. */
export async function analyze(
  inputs: readonly string[],
  options: AnalyzeOptions,
  { io }: CliContext,
  version: string,
): Promise<ExitCode> {
  const profile = options.profile === undefined ? DEFAULT_HIT_PROFILE : await readProfile(options.profile, io.cwd);
  const { sources, notes } = await resolveInputs(inputs, { cwd: io.cwd, lines: options.lines === true });
  for (const note of notes) io.stderr.write(`idv-analyze: ${note}\n`);
  const reveal = options.reveal === true;
  if (options.hit !== undefined || options.where !== undefined) {
    if (options.hit !== undefined && options.where !== undefined) throw wrongUse('Give --hit or --where, not both.');
    const source = onlySource(sources, '--hit and --where look');
    return showHits({ io, source, profile, reveal, hit: options.hit, where: options.where, index: options.index });
  }
  if (options.follow) assertFollowable(sources);
  const output = await openHitOutput(options, sources, { label: profile.label, io });
  const { summary, failures } = await readAll(sources, options, { io, profile, exported: output.exported }).catch(
    (error: unknown) => {
      output.discard();
      throw error;
    },
  );
  // What is followed has no end but the one that somebody sets.
  output.finish(summary.complete || (options.follow === true && io.signal.aborted));
  if (options.html !== undefined) {
    await writeFileAtomic(resolve(io.cwd, options.html), payloadPage(summary, { version, reveal }));
  }
  if (options.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
  else io.stdout.write(`${terminalView(summary, createPaint(io.stdout, io.env))}\n`);
  for (const failure of failures) io.stderr.write(`idv-analyze: ${failure}\n`);
  return failures.length === 0 ? ExitCode.ok : ExitCode.unusable;
}

function assertFollowable(sources: readonly InputSource[]): void {
  if (onlySource(sources, '--follow looks').kind !== 'file') throw wrongUse('--follow is for a file that grows.');
}
