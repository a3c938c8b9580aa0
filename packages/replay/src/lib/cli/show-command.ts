import type { Command } from '@commander-js/extra-typings';
import { CliError, systemErrorState, type CliContext, type Io } from '@idvkit/cli-kit';

import { DEFAULT_FOLDER, openArchive, pick, readCaptures } from './open-archive.ts';

/** Adds `idv-replay show`. */
export function addShow(program: Command, context: CliContext): void {
  program
    .command('show')
    .description('Print the body of a capture, the very bytes that came; it holds personal data')
    .argument('<capture>', 'Its number, or latest')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .action(context.run((reference: string, options: { dir: string }) => show(reference, options.dir, context.io)));
}

async function show(reference: string, dir: string, io: Io): Promise<void> {
  const archive = await openArchive(dir, io);
  const [capture] = pick(await readCaptures(archive, io), [reference]);
  if (!capture) return;
  try {
    for await (const chunk of await archive.openBody(capture)) {
      io.stdout.write(chunk as Uint8Array); // No encoding is set, so the chunks are bytes.
    }
  } catch (cause) {
    throw new CliError({
      code: 'body-unreadable',
      message: `Cannot read the body of capture ${capture.id}: ${systemErrorState(cause)}.`,
      fix: 'Run idv-replay verify to see what else is missing.',
      cause,
    });
  }
}
