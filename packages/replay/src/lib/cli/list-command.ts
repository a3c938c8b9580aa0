import type { Command } from '@commander-js/extra-typings';
import type { Archive, CaptureEntry } from '@idvkit/archive';
import { decodeContent } from '@idvkit/archive/coding';
import { parseInteger, type CliContext, type Io } from '@idvkit/cli-kit';

import { maskRequest } from '../show/mask-head.ts';
import { holdsText } from '../show/search-body.ts';
import { entryLine } from './entry-line.ts';
import { addFilterOptions, toFilter, type FilterOptions } from './filter-options.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';
import { readSlug } from './read-slug.ts';
import { onJournalProblem } from './select-captures.ts';

interface ListOptions extends FilterOptions {
  readonly dir: string;
  readonly newest?: true | undefined;
  readonly limit?: number | undefined;
  readonly text?: string | undefined;
  readonly textFrom?: string | undefined;
  readonly json?: true | undefined;
  readonly reveal?: true | undefined;
}

const EXAMPLES = `
Examples:
  idv-replay list --newest --limit 20                        The last twenty
  idv-replay list --type submit_form --aml pep --since 2h    Of two hours, those with politically exposed persons
  idv-replay list --slug-from - < slug.txt                   Of one application
  idv-replay list --min-size 1MB --text 'no such section'    Large ones that hold this text

Slugs are secrets: lists have their fingerprints. A text in a body is looked for in every capture that the other options leave.`;

/** Adds `idv-replay list`. */
export function addList(program: Command, context: CliContext): void {
  const command = program
    .command('list')
    .description('List what was captured, in the order it came')
    .option('--text <text>', 'With this text in the body; give a personal one with --text-from')
    .option('--text-from <file>', 'With the text that this file holds, - for stdin')
    .option('--newest', 'The newest first')
    .option('--limit <n>', 'At most so many', parseInteger({ min: 1 }))
    .option('--json', 'Print one document of JSON')
    .option('--reveal', 'Show paths and headers in it unmasked')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText('after', EXAMPLES);
  addFilterOptions(command).action(context.run((options) => list(options, context.io)));
}

async function list(options: ListOptions, io: Io): Promise<void> {
  const archive = await openArchive(options.dir, io);
  const { newest, limit = Number.POSITIVE_INFINITY, json } = options;
  const filter = await toFilter(options, { archive, io });
  const text = options.textFrom === undefined ? options.text : await readSlug(options.textFrom, io, 'text');
  let count = 0;
  if (json) io.stdout.write('{"format":"idvkit.capture-list","version":1,"captures":[');
  const chosen = archive.list({ ...filter, order: newest ? 'newest' : 'recorded' }, onJournalProblem(io));
  for await (const entry of chosen) {
    if (count >= limit || io.signal.aborted) break;
    if (text !== undefined && !(await hasText(archive, entry, text))) continue;
    count += 1;
    const captured = options.reveal ? entry.captured : maskRequest(entry.captured);
    if (json) io.stdout.write(`${count > 1 ? ',' : ''}\n${JSON.stringify({ ...entry, captured })}`);
    else io.stdout.write(`${entryLine(entry)}\n`);
    await io.stdout.drained?.();
  }
  if (json) io.stdout.write('\n]}\n');
  else if (count === 0) {
    const isChosen = filter !== undefined || text !== undefined;
    io.stderr.write(isChosen ? 'No capture is like that\n' : 'Nothing was captured yet\n');
  }
}

async function hasText(archive: Archive, { captured }: CaptureEntry, text: string): Promise<boolean> {
  if ((await archive.bodyState(captured)) === 'missing') return false;
  try {
    const body = decodeContent(await archive.openBody(captured), captured);
    return await holdsText(body as AsyncIterable<Uint8Array>, text); // No encoding is set, so the chunks are bytes.
  } catch {
    // What cannot be read or decoded holds no text.
    return false;
  }
}
