import type { Command } from '@commander-js/extra-typings';
import type { CliContext } from '@idvkit/cli-kit';

import { heldLine } from './capture-messages.ts';
import { CAPTURES, CAPTURES_HELP, selectCaptures } from './choose-captures.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Remove capture 12, its body and its images:
    idvkit archive erase 12
  Remove another, named by its body:
    idvkit archive erase sha256:7a0c
  Remove what came before this year:
    idvkit archive erase until:2026-01-01

${CAPTURES_HELP}

The archive keeps that a capture was there: when it came, how long its body was and its hash. The rest is overwritten, and files are deleted. A disk or a backup may still hold it.`;

export function addErase(command: Command, { io, run }: CliContext): void {
  command
    .argument('<captures...>', CAPTURES)
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (references, { dir }) => {
        await withArchive(openArchive(dir, io), async (archive) => {
          const ids = new Set<number>();
          for await (const { captured } of selectCaptures(archive, references, { io })) ids.add(captured.id);
          io.signal.throwIfAborted();
          const { isHeld } = await archive.erase([...ids]);
          for (const id of ids) io.stdout.write(`Erased #${id}\n`);
          if (isHeld) io.stderr.write(`${heldLine}\n`);
        });
      }),
    );
}
