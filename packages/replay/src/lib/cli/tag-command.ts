import type { Command } from '@commander-js/extra-typings';
import { CliError, counted, type CliContext } from '@idvkit/cli-kit';

import { CAPTURES, CAPTURES_HELP, selectCaptures } from './choose-captures.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  idvkit archive tag login-bug 3-7
  idvkit archive tag login-bug latest --remove
  idvkit archive tag checkout type:drop_off since:2h
  idvkit list tag:login-bug

${CAPTURES_HELP}`;

/** Adds `idvkit archive tag`. */
export function addTag(command: Command, { io, run }: CliContext): void {
  command
    .argument('<tag>', 'Tag to add')
    .argument('<captures...>', CAPTURES)
    .option('--remove', 'Remove the tag instead')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (tag, references, { dir, remove = false }) => {
        if (tag.trim() === '') {
          throw new CliError({
            code: 'tag-missing',
            message: 'Cannot tag captures: the tag is empty.',
            fix: 'Give the tag first, then the captures: idvkit archive tag login-bug 3-7.',
          });
        }
        const change = { add: remove ? [] : [tag], remove: remove ? [tag] : [] };
        await withArchive(openArchive(dir, io), async (archive) => {
          const ids: number[] = [];
          for await (const { captured } of selectCaptures(archive, references, { io })) ids.push(captured.id);
          await archive.tag(ids, change);
          io.stdout.write(`${counted(ids.length, 'capture')} tagged\n`);
        });
      }),
    );
}
