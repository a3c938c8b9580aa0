import type { Archive, CaptureEntry, CaptureFacets } from '@idvkit/archive';
import { CliError, type Io } from '@idvkit/cli-kit';

import { findNumbers, holdsAll } from '../select/find-selected.ts';
import { parseSelection, type Selection } from '../select/parse-selection.ts';
import { wordsOfArguments } from '../select/selection-words.ts';
import { readPrivateText } from './read-private-text.ts';

/** Description of the arguments that choose captures. */
export const CAPTURES = 'Captures: 3, 3-7, all, latest, latest:TYPE, a hash, or filters such as is:failed';

/** Explains the arguments that choose captures. */
export const CAPTURES_HELP = `Captures are chosen by number (3, 3-7), as all, latest or latest:TYPE, by the start of a hash, and by filters: type:, status:, ekyc:, aml:, form:, bearer:, tag:, is:missed (no 2xx yet), is:failed (last was not 2xx), is:cut-off, is:no-json, 5xx or result:204 (of the last receiver), answered:204 (when captured), nounce:, since:2h, until:2026-01-05, min-size:1MB, max-size:, text:. All names have to match; values of one name are alternatives.`;

/** Arguments of `command.option()` for the application whose captures are chosen. */
export const SLUG_OPTION = [
  '--slug-from <file>',
  'Only of the application whose slug is in FILE, - for stdin',
] as const;

/** Files with personal values that choose captures, too: arguments can be read by every process. */
interface PrivateFiles {
  readonly slugFrom?: string | undefined;
  readonly textFile?: string | undefined;
}

const NO_FACETS: CaptureFacets = { type: [], status: [], ekyc: [], form: [], bearer: [], aml: [], tag: [] };

/** Reads the arguments that choose captures. @throws {CliError} for the first that chooses nothing. */
export async function readSelection(
  args: readonly string[],
  { archive, io, slugFrom, textFile }: PrivateFiles & { readonly archive: Archive; readonly io: Io },
): Promise<Selection> {
  // Counting all values of an archive takes longer than listing the last captures.
  const facets = args.length === 0 ? NO_FACETS : archive.facets();
  const selection = parseSelection(wordsOfArguments(args), { facets, now: new Date() });
  const [problem] = selection.problems;
  if (problem !== undefined) throw unusable(problem.state, problem.fix);
  const slug = slugFrom === undefined ? undefined : await readPrivateText(slugFrom, 'slug', io);
  const text = textFile === undefined ? [] : [await readPrivateText(textFile, 'text', io)];
  return {
    ...selection,
    filter: { ...selection.filter, ...(slug !== undefined && { slug }) },
    texts: [...selection.texts, ...text],
  };
}

function unusable(state: string, fix: string): CliError {
  return new CliError({ code: 'filter-unknown', message: `Cannot choose captures: ${state}.`, fix });
}

export interface ChooseOptions {
  readonly io: Io;
  /** Default `recorded`: as they were numbered. `given`: as the references are given, repeated ones again. */
  readonly order?: 'recorded' | 'newest' | 'given';
}

/** Finds the captures of a selection. @throws {ArchiveError} `capture-unknown`, `capture-ambiguous`. */
export async function* chooseCaptures(
  archive: Archive,
  selection: Selection,
  { io, order = 'recorded' }: ChooseOptions,
): AsyncGenerator<CaptureEntry, void, undefined> {
  const numbers = findNumbers(archive, selection);
  for (const [first, last] of numbers ?? []) {
    const there = archive.count({ ids: [first, last] });
    if (there <= last - first) io.stderr.write(`idvkit: Only ${there} of the captures ${first}-${last} are there\n`);
  }
  const turns = order === 'given' && numbers !== undefined ? numbers.map((span) => [span]) : [numbers];
  for (const turn of turns) {
    const filter = {
      ...selection.filter,
      ...(turn && { numbers: turn }),
      texts: selection.texts,
      order: order === 'newest' ? order : ('recorded' as const),
    };
    for (const entry of archive.list(filter)) {
      if (io.signal.aborted) return;
      if (await holdsAll(archive, entry.captured, selection.texts)) yield entry;
    }
  }
}

/** Finds the captures of arguments in one archive. @throws {CliError} `filter-unknown`; {ArchiveError} like {@link chooseCaptures}. */
export async function* selectCaptures(
  archive: Archive,
  args: readonly string[],
  { slugFrom, ...options }: ChooseOptions & PrivateFiles,
): AsyncGenerator<CaptureEntry, void, undefined> {
  const selection = await readSelection(args, { archive, io: options.io, slugFrom });
  yield* chooseCaptures(archive, selection, options);
}
