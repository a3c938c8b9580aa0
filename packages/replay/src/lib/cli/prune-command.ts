import type { Command } from '@commander-js/extra-typings';
import { planPruning } from '@idvkit/archive';
import { CliError, parseDuration, parseSize, type CliContext, type Io } from '@idvkit/cli-kit';

import { DEFAULT_FOLDER, openArchive, usable } from './open-archive.ts';

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

Captures that are tagged "keep" stay.`;

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

async function prune({ dir, maxAge, maxBytes, dryRun }: Options, io: Io): Promise<void> {
  if (maxAge === undefined && maxBytes === undefined) {
    throw new CliError({
      code: 'limit-missing',
      message: 'Cannot prune: no limit is given.',
      fix: 'Give --max-age, --max-bytes, or both.',
    });
  }
  const archive = await openArchive(dir, io);
  try {
    const limits = {
      ...(maxAge !== undefined && { maxAgeMs: maxAge }),
      ...(maxBytes !== undefined && { maxBytes }),
    };
    const { tooOld, tooMuch, bytes } = await planPruning(archive, limits, new Date());
    if (dryRun !== true && tooOld.length + tooMuch.length > 0) {
      const writer = await usable(archive.openWriter());
      try {
        if (tooOld.length > 0) await usable(writer.erase(tooOld, 'age'));
        if (tooMuch.length > 0) await usable(writer.erase(tooMuch, 'size'));
      } finally {
        await writer.close();
      }
    }
    const gone = tooOld.length + tooMuch.length;
    const did = dryRun === true ? 'Would erase' : 'Erased';
    io.stdout.write(`${did} ${gone} ${gone === 1 ? 'capture' : 'captures'}, ${bytes} bytes\n`);
  } finally {
    await archive.close();
  }
}
