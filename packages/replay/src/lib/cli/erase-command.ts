import type { Command } from '@commander-js/extra-typings';
import { type CliContext, type Io } from '@idvkit/cli-kit';

import { findCapture } from './find-capture.ts';
import { DEFAULT_FOLDER, openArchive, usable } from './open-archive.ts';

const EXAMPLES = `
Examples:
  idv-replay erase 12              Remove capture 12, its body and its images
  idv-replay erase 3 sha256:7a0c   ... and another, named by its body

That a capture was there, when it came and how long it was stays in the journal, with a note that it was erased. A file is deleted,
not overwritten: what a disk or a backup still holds of it is beyond this command.`;

/** Adds `idv-replay erase`. */
export function addErase(program: Command, context: CliContext): void {
  program
    .command('erase')
    .description(
      'Remove captures for good: bodies and images that no other capture has, and all that was read from them',
    )
    .argument('<captures...>', 'Their numbers, the beginnings of their hashes, or latest')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((references: string[], options: { dir: string }) => erase(references, options.dir, context.io)),
    );
}

async function erase(references: readonly string[], dir: string, io: Io): Promise<void> {
  const archive = await openArchive(dir, io);
  try {
    const ids = new Set<number>();
    for (const reference of references) ids.add((await findCapture(archive, reference)).captured.id);
    const writer = await usable(archive.openWriter());
    try {
      await usable(writer.erase([...ids]));
    } finally {
      await writer.close();
    }
    for (const id of ids) io.stdout.write(`Erased #${id}\n`);
  } finally {
    await archive.close();
  }
}
