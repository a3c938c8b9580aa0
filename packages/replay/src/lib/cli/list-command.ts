import type { Command } from '@commander-js/extra-typings';
import { createPaint, parseInteger, printable, type CliContext, type Io, type OptionsOf } from '@idvkit/cli-kit';

import { maskRequest } from '../show/mask-head.ts';
import { holdsText } from '../show/search-body.ts';
import { entryLine } from './entry-line.ts';
import { addFilterOptions, toFilter, type FilterOptions } from './filter-options.ts';
import { listArchives } from './list-archives.ts';
import { listHeader, listRow } from './list-row.ts';
import { DEFAULT_FOLDER, FOLDERS_OPTION, withArchives } from './open-archive.ts';
import { readPrivateText } from './read-private-text.ts';

const EXAMPLES = `
Examples:
  The last twenty:
    idvkit list --newest --limit 20
  Of two hours, those with politically exposed persons:
    idvkit list --type submit_form --aml pep --since 2h
  Of one application:
    idvkit list --slug-from - < slug.txt
  Of three archives, by time:
    idvkit list --dir node-1 --dir node-2 --dir node-3
  Large ones that hold this text:
    idvkit list --min-size 1MB --text 'no such section'

Slugs are secrets: lists have their fingerprints. A text in a body is looked for in every capture that the other options leave.`;

export function addList(command: Command, context: CliContext): void {
  define(command);
  addFilterOptions(command);
  // The options that were added are these.
  command.action(context.run(() => list(command.opts() as ListOptions, context.io)));
}

type ListOptions = FilterOptions & OptionsOf<typeof define>;

function define(command: Command) {
  return command
    .option('--text <text>', 'With this text in the body; give a personal one with --text-file')
    .option('--text-file <file>', 'With the text that this file holds, - for stdin')
    .option('--newest', 'The newest first')
    .option('--limit <n>', 'At most so many', parseInteger({ min: 1 }))
    .option('--wide', 'Print slug fingerprints, bearers and hashes, too')
    .option('--json', 'Print one JSON document')
    .option('--reveal', 'Show paths and headers in it unmasked')
    .option(...FOLDERS_OPTION)
    .addHelpText('after', EXAMPLES);
}

async function list(options: ListOptions, io: Io): Promise<void> {
  const { dir = [DEFAULT_FOLDER], newest, limit = Number.POSITIVE_INFINITY, wide, json, reveal, textFile } = options;
  await withArchives(dir, io, async (archives) => {
    const filter = await toFilter(options, { archives, io });
    const text = textFile === undefined ? options.text : await readPrivateText(textFile, 'text', io);
    const page = {
      paint: createPaint(io.stdout, io.env),
      columns: io.stdout.isTTY ? io.stdout.columns : undefined,
      archives: archives.length > 1 ? archives.map(({ name }) => name) : [],
    };
    let count = 0;
    if (json) io.stdout.write('{"format":"idvkit.capture-list","version":1,"captures":[');
    const chosen = listArchives(archives, { ...filter, order: newest ? 'newest' : 'recorded' }, io);
    for await (const { name, archive, entry } of chosen) {
      if (count >= limit || io.signal.aborted) break;
      if (text !== undefined && !(await holdsText(archive, entry.captured, text))) continue;
      count += 1;
      const captured = reveal ? entry.captured : maskRequest(entry.captured);
      const of = archives.length > 1 ? name : undefined;
      if (json) io.stdout.write(`${count > 1 ? ',' : ''}\n${JSON.stringify({ archive: of, ...entry, captured })}`);
      else if (wide) io.stdout.write(`${of === undefined ? '' : printable(of)}${entryLine(entry)}\n`);
      else {
        if (count === 1) io.stdout.write(`${listHeader(page)}\n`);
        io.stdout.write(`${listRow(entry, page, of)}\n`);
      }
      await io.stdout.drained?.();
    }
    if (json) io.stdout.write('\n]}\n');
    else if (count === 0) {
      io.stderr.write(
        filter === undefined && text === undefined ? 'Nothing was captured yet\n' : 'No captures match\n',
      );
    }
  });
}
