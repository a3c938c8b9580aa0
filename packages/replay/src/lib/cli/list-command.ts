import type { Command } from '@commander-js/extra-typings';
import type { Archive, CaptureEntry } from '@idvkit/archive';
import { createPaint, parseInteger, type CliContext, type Io, type OptionsOf } from '@idvkit/cli-kit';

import { maskRequest } from '../show/mask-head.ts';
import { CAPTURES, CAPTURES_HELP, chooseCaptures, readSelection, SLUG_OPTION } from './choose-captures.ts';
import { listHeader, listRow } from './list-row.ts';
import { FOLDER_OPTION, openToRead, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  The last twenty:
    idvkit list --last 20
  Of two hours, those with politically exposed persons:
    idvkit list type:submit_form aml:pep since:2h
  Of one application:
    idvkit list --slug-from - < slug.txt
  Large ones that hold this text:
    idvkit list min-size:1MB 'no such section'

${CAPTURES_HELP}

Slugs are secrets: lists have their fingerprints. A text with spaces needs no name; every capture that the other words leave is searched for it. Give a personal text with --text-file: other programs can read arguments.`;

export function addList(command: Command, context: CliContext): void {
  define(command).action(
    context.run((words: string[], options: ListOptions) =>
      withArchive(openToRead(options.dir, context.io), (archive) => list(words, options, { archive, io: context.io })),
    ),
  );
}

type ListOptions = OptionsOf<typeof define>;

function define(command: Command) {
  return command
    .argument('[captures...]', CAPTURES)
    .option(...SLUG_OPTION)
    .option('--text-file <file>', 'With the text that this file holds, - for stdin')
    .option('--last <n>', 'Only the last N that match', parseInteger({ min: 1, max: 1_000_000 }))
    .option('--json', 'Print one JSON document')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES);
}

async function list(
  words: readonly string[],
  { last, json, slugFrom, textFile }: ListOptions,
  { archive, io }: { readonly archive: Archive; readonly io: Io },
): Promise<void> {
  const selection = await readSelection(words, { archive, io, slugFrom, textFile });
  const page = {
    paint: createPaint(io.stdout, io.env),
    columns: io.stdout.isTTY ? io.stdout.columns : undefined,
  };
  let count = 0;
  let day = '';
  if (json) io.stdout.write('{"format":"idvkit.capture-list","version":1,"captures":[');
  const chosen =
    last === undefined
      ? chooseCaptures(archive, selection, { io })
      : await takeLast(chooseCaptures(archive, selection, { io, order: 'newest' }), last);
  for await (const entry of chosen) {
    if (io.signal.aborted) break;
    count += 1;
    if (json) {
      const captured = maskRequest(entry.captured);
      io.stdout.write(`${count > 1 ? ',' : ''}\n${JSON.stringify({ ...entry, captured })}`);
    } else {
      if (count === 1) io.stdout.write(`${listHeader(page)}\n`);
      const received = entry.captured.receivedAt.slice(0, 10);
      if (page.columns !== undefined && received !== day) io.stdout.write(`${page.paint('dim', received)}\n`);
      day = received;
      io.stdout.write(`${listRow(entry, page)}\n`);
    }
    await io.stdout.drained?.();
  }
  if (json) io.stdout.write('\n]}\n');
  else if (count === 0) {
    const isEverything = words.length === 0 && slugFrom === undefined && textFile === undefined;
    io.stderr.write(isEverything ? 'Nothing was captured yet\n' : 'No captures match\n');
  }
}

/** Takes the first `count` of what comes newest first, and returns them oldest first. */
async function takeLast(newest: AsyncIterable<CaptureEntry>, count: number): Promise<CaptureEntry[]> {
  const taken: CaptureEntry[] = [];
  for await (const each of newest) {
    taken.push(each);
    if (taken.length >= count) break;
  }
  return taken.toReversed();
}
