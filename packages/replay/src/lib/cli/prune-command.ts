import type { Command } from '@commander-js/extra-typings';
import { planPruning } from '@idvkit/archive';
import { CliError, parseDuration, parseSize, type CliContext, type Io } from '@idvkit/cli-kit';

import { erasedText } from './capture-messages.ts';
import { DEFAULT_FOLDER, openArchive, usable } from './open-archive.ts';
import { retentionLimits } from './retention-limits.ts';

interface Options {
  readonly dir: string;
  readonly maxAge?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly dryRun?: true | undefined;
}

const EXAMPLES = `
Examples:
  idv-replay prune --max-age 30d                  Remove what is older than thirty days
  idv-replay prune --max-bytes 10GB --dry-run     Say what would go so that bodies are 10 GB at most

Captures that are tagged "keep" stay. A capture that runs prunes its own archive: see --max-age of idv-replay capture.`;

/** Adds `idv-replay prune`. */
export function addPrune(program: Command, context: CliContext): void {
  program
    .command('prune')
    .description('Remove the oldest captures, as erase does, until the archive keeps to its limits')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .option('--max-age <duration>', 'Age since a capture was received, such as 30d', parseDuration)
    .option('--max-bytes <size>', 'Size of all bodies as received, such as 10GB', parseSize)
    .option('--dry-run', 'Remove nothing')
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: Options) => prune(options, context.io)));
}

async function prune(options: Options, io: Io): Promise<void> {
  const limits = retentionLimits(options);
  if (limits === undefined) {
    throw new CliError({
      code: 'limit-missing',
      message: 'Cannot prune: no limit is given.',
      fix: 'Give --max-age, --max-bytes, or both.',
    });
  }
  const archive = await openArchive(options.dir, io);
  try {
    if (options.dryRun === true) {
      const { tooOld, tooMuch, bytes } = await planPruning(archive, limits, new Date());
      io.stdout.write(`Would erase ${erasedText({ captures: tooOld.length + tooMuch.length, bytes })}\n`);
      return;
    }
    const writer = await usable(archive.openWriter());
    try {
      io.stdout.write(`Erased ${erasedText(await usable(writer.prune(limits, { signal: io.signal })))}\n`);
    } finally {
      await writer.close();
    }
  } finally {
    await archive.close();
  }
}
