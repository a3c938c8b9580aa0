import type { Command } from '@commander-js/extra-typings';
import { CliError, ExitCode, printable, type CliContext, type Io } from '@idvkit/cli-kit';

import { ArchiveError } from '../archive/archive-error.ts';
import { BodyTooLongError, openSource } from '../diff/body-source.ts';
import { diffBodies, type BodyDifference, type DiffSide } from '../diff/diff-bodies.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue } from '../show/shown-values.ts';
import { formatPointer } from '../splice/json-pointer.ts';
import { JsonTextError } from '../splice/json-text-error.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';
import { findCapture } from './select-captures.ts';

interface DiffOptions {
  readonly dir: string;
  readonly reveal?: true | undefined;
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
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText(
      'after',
      '\nExamples:\n  idv-replay diff 3 4\n  idv-replay diff 3 latest --reveal\n  idv-replay diff sha256:7a0c latest:submit_form',
    )
    .action(
      context.run((before: string, after: string, options: DiffOptions) => diff([before, after], options, context.io)),
    );
}

async function diff(references: readonly [string, string], { dir, reveal }: DiffOptions, io: Io): Promise<ExitCode> {
  const archive = await openArchive(dir, io);
  const [one, other] = [await findCapture(archive, references[0]), await findCapture(archive, references[1])];
  let count = 0;
  try {
    const [before, after] = [await openSource(archive, one.captured), await openSource(archive, other.captured)];
    for await (const difference of diffBodies(before, after)) {
      count += 1;
      io.stdout.write(`${differenceLine(difference, reveal === true)}\n`);
      await io.stdout.drained?.();
      if (io.signal.aborted) break;
    }
  } catch (cause) {
    throw translate(cause);
  }
  io.stdout.write(count === 0 ? 'No value differs\n' : `${count} ${count === 1 ? 'value differs' : 'values differ'}\n`);
  return count === 0 ? ExitCode.ok : ExitCode.findings;
}

function differenceLine({ path, before, after, isSameValue }: BodyDifference, isRevealed: boolean): string {
  const place = printable(formatPointer(path)) || '(the whole body)';
  const shown = (side: DiffSide): string => sideText(side, isRevealed || isShownValue(path, side.kind));
  if (before === undefined) return `+ ${place}  ${after ? shown(after) : ''}`;
  if (after === undefined) return `- ${place}  ${shown(before)}`;
  return `~ ${place}  ${shown(before)} → ${shown(after)}${isSameValue ? '  (the same value, written differently)' : ''}`;
}

function sideText({ kind, bytes, text }: DiffSide, isShown: boolean): string {
  if (kind === 'object' || kind === 'array') return `${kind === 'object' ? '{…}' : '[…]'} ${bytes} bytes`;
  return isShown ? printable(text, 200) : maskedText(text, bytes);
}

/** Says in plain words why bodies cannot be compared. */
function translate(cause: unknown): unknown {
  const fail = (state: string, fix: string): CliError =>
    new CliError({ code: 'diff-unusable', message: `Cannot compare these captures: ${state}.`, fix, cause });
  if (cause instanceof JsonTextError) {
    const what = cause.message.replace(/^./, (first) => first.toLowerCase());
    return fail(`one is no JSON: ${what}`, 'See the bytes with idv-replay show --raw, and compare them with cmp.');
  }
  if (cause instanceof BodyTooLongError) {
    return fail('one travelled compressed and is longer than 64 MiB', 'Write both out with idv-replay show --raw.');
  }
  if (cause instanceof ArchiveError) return fail('the body of one is not in the archive', 'Run idv-replay verify.');
  return cause;
}
