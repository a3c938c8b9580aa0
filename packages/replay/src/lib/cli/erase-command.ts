import type { Command } from '@commander-js/extra-typings';
import type { CliContext } from '@idvkit/cli-kit';

import { CAPTURES, CAPTURES_HELP, selectCaptures } from './choose-captures.ts';
import { FOLDER_OPTION, openArchive, withWriter } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Remove capture 12, its body and its images:
    idvkit archive erase 12
  Remove another, named by its body:
    idvkit archive erase sha256:7a0c
  Remove what came before this year:
    idvkit archive erase until:2026-01-01

${CAPTURES_HELP}

The journal keeps that a capture was there, when it came and how long it was, with a note that it was erased. A file is deleted, and a body in a file that others share is overwritten. A disk or a backup may still hold it.`;

export function addErase(command: Command, { io, run }: CliContext): void {
  command
    .argument('<captures...>', CAPTURES)
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (references, { dir }) => {
        await withWriter(openArchive(dir, io), async (writer, archive) => {
          const ids = new Set<number>();
          for await (const { captured } of selectCaptures(archive, references, { io })) ids.add(captured.id);
          io.signal.throwIfAborted();
          await writer.erase([...ids]);
          for (const id of ids) io.stdout.write(`Erased #${id}\n`);
        });
      }),
    );
}
