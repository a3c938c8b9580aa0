import { resolve } from 'node:path';

import { createPaint, ExitCode, writeFileAtomic, type CliContext, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import type { HitExport } from '../export/hit-export.ts';
import type { InputSource } from '../input/input-source.ts';
import { readProfile } from '../input/read-profile.ts';
import { resolveInputs } from '../input/resolve-inputs.ts';
import { DEFAULT_HIT_PROFILE } from '../summarize/hit-profile.ts';
import { terminalCorpus } from '../view/terminal-corpus.ts';
import type { TerminalPage } from '../view/terminal-page.ts';
import { terminalView } from '../view/terminal-view.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { openHitOutput } from './hit-output.ts';
import { onlySource, wrongUse } from './only-source.ts';
import { readCorpus } from './read-corpus.ts';
import { readPayload } from './read-payload.ts';
import { showHits } from './show-hits.ts';
import { showShape, type ProviderShape } from './show-shape.ts';

/** Does what the command line asks for. @param version Version of the tool. */
export async function analyze(
  inputs: readonly string[],
  options: AnalyzeOptions,
  { io }: CliContext,
  version: string,
): Promise<ExitCode> {
  const profile = options.profile === undefined ? DEFAULT_HIT_PROFILE : await readProfile(options.profile, io.cwd);
  if (inputs.length === 0 && options.merge.length === 0) throw wrongUse('There is nothing to read.');
  const { sources, notes, isSingle } = await resolveInputs(inputs, { cwd: io.cwd, lines: options.lines === true });
  for (const note of notes) io.stderr.write(`idv-analyze: ${note}\n`);
  if (options.hit !== undefined || options.where !== undefined) {
    if (options.hit !== undefined && options.where !== undefined) throw wrongUse('Give --hit or --where, not both.');
    const source = onlySource(sources, '--hit and --where look');
    const { hit, where, index } = options;
    return showHits({ io, source, profile, reveal: options.reveal === true, hit, where, index });
  }
  if (options.follow) assertFollowable(sources);
  const output = await openHitOutput(options, sources, { label: profile.label, io });
  const context = { io, profile, exported: output.exported };
  const [only] = isSingle && options.merge.length === 0 ? sources : [];
  const reading = only ? viewPayload(only, options, context) : viewCorpus(sources, options, context);
  const view = await reading.catch((error: unknown) => {
    output.discard();
    throw error;
  });
  // What is followed has no end but the one that somebody sets.
  const isEnded = !io.signal.aborted || options.follow === true;
  output.finish(isEnded && view.failures.length === 0);
  for (const failure of view.failures) io.stderr.write(`idv-analyze: ${failure}\n`);
  const ended = view.failures.length === 0 ? ExitCode.ok : ExitCode.error;
  if (options.html !== undefined) await writeFileAtomic(resolve(io.cwd, options.html), await view.html(version));
  if (options.shape || options.compareShape !== undefined) {
    const { compareShape: before, provider } = options;
    const shown = await showShape(view.shapes, { io, json: options.json === true, provider, before });
    return ended === ExitCode.ok ? shown : ended;
  }
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  io.stdout.write(options.json ? `${JSON.stringify(view.json)}\n` : `${view.terminal(page)}\n`);
  return ended;
}

interface ReadContext {
  readonly io: Io;
  readonly profile: HitProfile;
  readonly exported: HitExport | undefined;
}

/** What was read, in the ways it can be shown. Pages are loaded only where one is asked for. */
interface View {
  readonly json: object;
  readonly terminal: (page: TerminalPage) => string;
  readonly html: (version: string) => Promise<string>;
  readonly shapes: readonly ProviderShape[];
  readonly failures: readonly string[];
}

async function viewPayload(source: InputSource, options: AnalyzeOptions, context: ReadContext): Promise<View> {
  const { summary, failures } = await readPayload(source, options, context);
  return {
    json: summary,
    terminal: (page) => terminalView(summary, page),
    html: async (version) => {
      const { payloadPage } = await import('../view/html/payload-page.ts');
      return payloadPage(summary, { version, reveal: options.reveal === true });
    },
    shapes: summary.documents[0]?.providers ?? [],
    failures,
  };
}

async function viewCorpus(
  sources: readonly InputSource[],
  options: AnalyzeOptions,
  context: ReadContext,
): Promise<View> {
  const { corpus, failures } = await readCorpus(sources, options, context);
  return {
    json: corpus,
    terminal: (page) => terminalCorpus(corpus, page),
    html: async (version) => {
      const { corpusPage } = await import('../view/html/corpus-page.ts');
      return corpusPage(corpus, failures, { version, reveal: options.reveal === true });
    },
    shapes: corpus.providers,
    failures,
  };
}

function assertFollowable(sources: readonly InputSource[]): void {
  if (onlySource(sources, '--follow looks').kind !== 'file') throw wrongUse('--follow is for a file that grows.');
}
