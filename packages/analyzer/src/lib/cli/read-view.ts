import { printable, type Io } from '@idvkit/cli-kit';
import type { HitShape } from '@idvkit/schema/formats';

import type { InputSource } from '../input/input-source.ts';
import type { TerminalPage } from '../view/terminal-page.ts';
import { openHitOutput, type OutputOptions } from './hit-output.ts';
import { readProfile } from './json-files.ts';
import { profileNotes } from './profile-notes.ts';
import type { ReadContext, ReadingOptions } from './reading-options.ts';
import { findSources, wrongUse } from './sources.ts';

/** A summary of the inputs, in the forms in which it can be shown. The code of pages is loaded only for a page. */
export interface View {
  readonly json: object;
  readonly terminal: (page: TerminalPage) => string;
  readonly html: (version: string) => Promise<string>;
  /** Shape of the hits of each provider. */
  readonly shapes: readonly { readonly name: string; readonly shape: HitShape }[];
  readonly hasFailures: boolean;
}

/** Reads inputs. Prints on stderr what was left out and what could not be read. */
export async function readView(
  inputs: readonly string[],
  options: ReadingOptions & OutputOptions,
  io: Io,
): Promise<View> {
  const { merge = [] } = options;
  if (inputs.length === 0 && merge.length === 0 && options.filesFrom === undefined)
    throw wrongUse('There is nothing to read.');
  const profile = await readProfile(options.profile, io.cwd);
  const { sources, isSingle, missing = [] } = await findSources(inputs, { ...options, mayMiss: true }, io);
  const output = await openHitOutput(options, { profile, io });
  const context = { io, profile, sinks: output.sinks, submissions: output.submissions, missing: missing.length };
  const [only] = isSingle && merge.length === 0 ? sources : [];
  try {
    const { failures: unread, ...view } = only
      ? await viewPayload(only, options, context)
      : await viewCorpus(sources, options, { ...context, unfound: missing });
    const failures = [...missing, ...unread];
    output.finish(!io.signal.aborted && failures.length === 0);
    for (const note of [...failures, ...profileNotes(profile, view.shapes)])
      io.stderr.write(`idvkit: ${printable(note, 400)}\n`);
    return { ...view, hasFailures: failures.length > 0 };
  } catch (error) {
    output.discard();
    throw error;
  }
}

type ReadView = Omit<View, 'hasFailures'> & { readonly failures: readonly string[] };

async function viewPayload(source: InputSource, options: ReadingOptions, context: ReadContext): Promise<ReadView> {
  const { readPayload } = await import('./read-payload.ts');
  const { terminalView } = await import('../view/terminal-view.ts');
  const { summary, failures } = await readPayload(source, options, context);
  const other = summary.documents[0]?.warnings.find(({ code }) => code === 'payload.not-a-payload');
  if (other) context.io.stderr.write(`idvkit: "${source.name}" ${other.message}.\n`);
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
  options: ReadingOptions,
  { unfound, ...context }: ReadContext & { readonly unfound: readonly string[] },
): Promise<ReadView> {
  const { readCorpus } = await import('./read-corpus.ts');
  const { terminalCorpus } = await import('../view/terminal-corpus.ts');
  const { corpus, failures } = await readCorpus(sources, options, context);
  return {
    json: corpus,
    terminal: (page) => terminalCorpus(corpus, page),
    html: async (version) => {
      const { corpusPage } = await import('../view/html/corpus-page.ts');
      return corpusPage(corpus, [...unfound, ...failures], { version, reveal: options.reveal === true });
    },
    shapes: corpus.providers,
    failures,
  };
}
