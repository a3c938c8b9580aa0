import type { Command } from '@commander-js/extra-typings';
import { ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';

import { openSource } from '../show/body-source.ts';
import { diffBodies } from '../show/diff-bodies.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';
import { documentPrinter, linePrinter } from './print-diff.ts';

const EXAMPLES = `
Examples:
  idv-replay diff 3 4
  idv-replay diff 3 latest --reveal
  idv-replay diff sha256:7a0c latest:submit_form --json`;

interface DiffOptions {
  readonly dir: string;
  readonly reveal?: true | undefined;
  readonly json?: true | undefined;
}

/** Adds `idv-replay diff`. */
export function addDiff(program: Command, context: CliContext): void {
  program
    .command('diff')
    .description(
      'Compare the bodies of two captures, path by path; personal values are masked. Exit code 1 if they differ',
    )
    .argument('<before>', 'Number, latest, latest:TYPE, start of a hash')
    .argument('<after>', 'The other one')
    .option('--reveal', 'Show personal values too')
    .option('--json', 'Print one JSON document')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((before: string, after: string, options: DiffOptions) => diff([before, after], options, context.io)),
    );
}

async function diff(references: readonly [string, string], options: DiffOptions, io: Io): Promise<ExitCode> {
  return withArchive(openArchive(options.dir, io), async (archive) => {
    const before = (await archive.find(references[0])).captured;
    const after = (await archive.find(references[1])).captured;
    const isRevealed = options.reveal === true;
    const printer = options.json ? documentPrinter({ before, after, isRevealed }) : linePrinter(isRevealed);
    let isSame = true;
    for await (const difference of diffBodies(await openSource(archive, before), await openSource(archive, after))) {
      isSame = false;
      io.stdout.write(printer.difference(difference));
      await io.stdout.drained?.();
      if (io.signal.aborted) break;
    }
    io.stdout.write(printer.end(!io.signal.aborted));
    return isSame ? ExitCode.ok : ExitCode.findings;
  });
}
