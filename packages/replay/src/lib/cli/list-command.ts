import type { Command } from '@commander-js/extra-typings';
import type { CliContext, Io } from '@idvkit/cli-kit';

import { captureLine } from './capture-line.ts';
import { DEFAULT_FOLDER, openArchive, readCaptures } from './open-archive.ts';

/** Adds `idv-replay list`. */
export function addList(program: Command, context: CliContext): void {
  program
    .command('list')
    .description('List what was captured, in the order it came')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .option('--json', 'Print one line of JSON per capture, as in the journal')
    .action(context.run((options: { dir: string; json?: true | undefined }) => list(options, context.io)));
}

async function list({ dir, json }: { dir: string; json?: true | undefined }, io: Io): Promise<void> {
  const captures = await readCaptures(await openArchive(dir, io), io);
  for (const capture of captures) io.stdout.write(`${json ? JSON.stringify(capture) : captureLine(capture)}\n`);
  if (captures.length === 0) io.stderr.write('Nothing was captured yet\n');
}
