import type { Command } from '@commander-js/extra-typings';
import { CliError, type CliContext } from '@idvkit/cli-kit';

import { erasedText, heldLine } from './capture-messages.ts';
import { FOLDER_ARGUMENT, openArchive, openToRead, withArchive } from './open-archive.ts';
import { MAX_AGE_OPTION, MAX_BYTES_OPTION, retentionLimits } from './retention-options.ts';

const EXAMPLES = `
Examples:
  Remove captures older than thirty days:
    idvkit archive prune --max-age 30d
  Count what would go so that bodies are 10 GB at most:
    idvkit archive prune --max-bytes 10GB --dry-run

Captures that are tagged "keep" stay. A capture that runs prunes its own archive: see --max-age of idvkit capture.`;

export function addPrune(command: Command, { io, run }: CliContext): void {
  command
    .argument(...FOLDER_ARGUMENT)
    .option(...MAX_AGE_OPTION)
    .option(...MAX_BYTES_OPTION)
    .option('--dry-run', 'Remove nothing')
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (folder, options) => {
        const limits = retentionLimits(options);
        if (limits === undefined) {
          throw new CliError({
            code: 'limit-missing',
            message: 'Cannot prune: no limit is given.',
            fix: 'Give --max-age, --max-bytes, or both.',
          });
        }
        if (options.dryRun) {
          await withArchive(openToRead(folder, io), async (archive) => {
            const { tooOld, tooMuch, bytes } = archive.planPruning(limits, { now: new Date() });
            io.stdout.write(`Would erase ${erasedText({ captures: tooOld.length + tooMuch.length, bytes })}\n`);
          });
          return;
        }
        await withArchive(openArchive(folder, io), async (archive) => {
          const erased = await archive.prune(limits, { now: new Date(), signal: io.signal });
          io.stdout.write(`Erased ${erasedText(erased)}\n`);
          if (erased.isHeld) io.stderr.write(`${heldLine}\n`);
        });
      }),
    );
}
