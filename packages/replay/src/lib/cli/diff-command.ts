import type { Command } from '@commander-js/extra-typings';
import { ExitCode, type CliContext } from '@idvkit/cli-kit';

import { openSource } from '../show/body-source.ts';
import { diffBodies } from '../show/diff-bodies.ts';
import { FOLDER_OPTION, openToRead, withArchive } from './open-archive.ts';
import { documentPrinter, linePrinter } from './print-diff.ts';

const EXAMPLES = `
Examples:
  idvkit diff 3 4
  idvkit diff 3 latest --reveal
  idvkit diff sha256:7a0c latest:submit_form --json`;

export function addDiff(command: Command, { io, run }: CliContext): void {
  command
    .argument('<before>', 'Number, latest, latest:TYPE, start of a hash')
    .argument('<after>', 'The other one')
    .option('--reveal', 'Show personal values too')
    .option('--json', 'Print one JSON document')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run((one, other, options) =>
        withArchive(openToRead(options.dir, io), async (archive) => {
          const [before, after] = [archive.find(one).captured, archive.find(other).captured];
          const isRevealed = options.reveal === true;
          const printer = options.json ? documentPrinter({ before, after, isRevealed }) : linePrinter(isRevealed);
          let isSame = true;
          const sources = [await openSource(archive, before), await openSource(archive, after)] as const;
          for await (const difference of diffBodies(...sources)) {
            isSame = false;
            io.stdout.write(printer.difference(difference));
            await io.stdout.drained?.();
            if (io.signal.aborted) break;
          }
          io.stdout.write(printer.end(!io.signal.aborted));
          return isSame ? ExitCode.ok : ExitCode.findings;
        }),
      ),
    );
}
