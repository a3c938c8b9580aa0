import type { Command } from '@commander-js/extra-typings';
import { ArchiveError } from '@idvkit/archive';
import { UnpackError } from '@idvkit/archive/coding';
import { CliError, ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';
import { JsonTextError } from '@idvkit/json';

import { BodyTooLongError, openSource } from '../show/body-source.ts';
import { diffBodies } from '../show/diff-bodies.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';
import { documentPrinter, linePrinter } from './print-diff.ts';
import { findCapture } from './select-captures.ts';

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
    .option('--json', 'Print one document of JSON')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText(
      'after',
      '\nExamples:\n  idv-replay diff 3 4\n  idv-replay diff 3 latest --reveal\n  idv-replay diff sha256:7a0c latest:submit_form --json',
    )
    .action(
      context.run((before: string, after: string, options: DiffOptions) => diff([before, after], options, context.io)),
    );
}

async function diff(references: readonly [string, string], options: DiffOptions, io: Io): Promise<ExitCode> {
  const archive = await openArchive(options.dir, io);
  const before = (await findCapture(archive, references[0])).captured;
  const after = (await findCapture(archive, references[1])).captured;
  const isRevealed = options.reveal === true;
  const printer = options.json ? documentPrinter({ before, after, isRevealed }) : linePrinter(isRevealed);
  let isSame = true;
  try {
    const sources = [await openSource(archive, before), await openSource(archive, after)] as const;
    for await (const difference of diffBodies(...sources)) {
      isSame = false;
      io.stdout.write(printer.difference(difference));
      await io.stdout.drained?.();
      if (io.signal.aborted) break;
    }
  } catch (cause) {
    throw translate(cause);
  }
  io.stdout.write(printer.end(!io.signal.aborted));
  return isSame ? ExitCode.ok : ExitCode.findings;
}

/** Says in plain words why bodies cannot be compared. */
function translate(cause: unknown): unknown {
  const fail = (state: string, fix: string): CliError =>
    new CliError({ code: 'diff-unusable', message: `Cannot compare these captures: ${state}.`, fix, cause });
  if (cause instanceof JsonTextError) {
    const what = cause.message.replace(/^./, (first) => first.toLowerCase());
    return fail(`one is no JSON: ${what}`, 'See the bytes with idv-replay show --raw, and compare them with cmp.');
  }
  if (cause instanceof UnpackError) {
    return fail(`one cannot be unpacked: ${cause.message}`, 'See the bytes with idv-replay show --raw.');
  }
  if (cause instanceof BodyTooLongError) {
    return fail('one travelled compressed and is longer than 64 MiB', 'Write both out with idv-replay show --raw.');
  }
  if (cause instanceof ArchiveError && cause.code === 'body-changed') {
    return fail('the body of one is not what was received', 'Run idv-replay verify.');
  }
  if (cause instanceof ArchiveError) return fail('the body of one is not in the archive', 'Run idv-replay verify.');
  return cause;
}
