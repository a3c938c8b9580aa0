import type { Command } from '@commander-js/extra-typings';
import { CliError, collect, type CliContext } from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';

import { CAPTURES, CAPTURES_HELP, selectCaptures } from './choose-captures.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  idvkit archive tag 3-7 --add login-bug
  idvkit archive tag latest --remove login-bug
  idvkit archive tag type:drop_off since:2h --add checkout
  idvkit list tag:login-bug

${CAPTURES_HELP}`;

/** Adds `idvkit archive tag`. */
export function addTag(command: Command, { io, run }: CliContext): void {
  command
    .argument('<captures...>', CAPTURES)
    .option('--add <tag>', 'Tag to add', collect, [])
    .option('--remove <tag>', 'Tag to remove', collect, [])
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (references, { dir, add, remove }) => {
        if (add.length + remove.length === 0 || [...add, ...remove].some((word) => word.trim() === '')) {
          throw new CliError({
            code: 'tag-missing',
            message: 'Cannot tag captures: no tag is given, or an empty one.',
            fix: 'Give one with --add or --remove.',
          });
        }
        await withArchive(openArchive(dir, io), async (archive) => {
          let count = 0;
          for await (const { captured } of selectCaptures(archive, references, { io })) {
            const at = new Date().toISOString();
            await archive.record({ kind: 'tagged', capture: captured.id, at, add: [...add], remove: [...remove] });
            count += 1;
          }
          io.stdout.write(`${counted(count, 'capture')} tagged\n`);
        });
      }),
    );
}
