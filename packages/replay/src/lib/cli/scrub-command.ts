import { resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import {
  CliError,
  collect,
  createProgress,
  ExitCode,
  readSecret,
  systemErrorState,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { InvalidArgumentError } from 'commander';

import { scrubArchive, type ScrubResult } from '../scrub/scrub-archive.ts';
import { ScrubKey, SHORTEST_SCRUB_SECRET } from '../scrub/scrub-key.ts';
import { parsePointer } from '../splice/json-pointer.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';

interface Options {
  readonly dir: string;
  readonly out: string;
  readonly keyFile?: string | undefined;
  readonly keep: readonly string[];
  readonly json?: true | undefined;
}

const HELP = `
Names, ids, dates, addresses, slugs and image links are replaced by made-up ones of the same kind, the same for the
same key; every other byte stays. What is not known to say nothing about anybody is replaced too. The copy is searched for
every original before it gets its name.

The key comes from IDV_SCRUB_KEY, or from the file that IDV_SCRUB_KEY_FILE or --key-file names. Whoever has it can tell
which original a made-up value stands for: keep it apart from the copy, or destroy it.

Examples:
  idv-replay scrub --out shareable
  idv-replay scrub --dir deliveries --out shareable --key-file ~/.scrub-key
  idv-replay scrub --out shareable --keep /answers/branch/value --keep '/application/other_status/*'`;

/** Adds `idv-replay scrub`. */
export function addScrub(program: Command, context: CliContext): void {
  program
    .command('scrub')
    .description('Copy an archive without personal data')
    .requiredOption('--out <folder>', 'Folder of the copy')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .option('--key-file <file>', 'File that holds the key')
    .option(
      '--keep <pointer>',
      'Value that is about nobody, as a JSON pointer; * is any step',
      collectPointer,
      [] as readonly string[],
    )
    .option('--json', 'Print what was done as JSON')
    .addHelpText('after', HELP)
    .action(context.run((options: Options) => scrub(options, context.io)));
}

function collectPointer(text: string, before: readonly string[]): readonly string[] {
  try {
    parsePointer(text);
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof RangeError ? error.message : 'No JSON pointer'}.`);
  }
  return collect(text, before);
}

async function scrub({ dir, out, keyFile, keep, json }: Options, io: Io): Promise<ExitCode> {
  const key = await keyFor(io, keyFile);
  const archive = await openArchive(dir, io);
  const progress = createProgress({ io, clock: { now: () => Date.now() } });
  let done = 0;
  let result: ScrubResult;
  try {
    result = await scrubArchive({
      archive,
      folder: resolve(io.cwd, out),
      key,
      keep: keep.map(parsePointer),
      signal: io.signal,
      onCapture: () => progress.update(`${(done += 1)} captures scrubbed`),
      onProblem: ({ file, line, problem }) =>
        progress.message(`idv-replay: Line ${line} of ${file} ${problem}; it is left out.`),
    });
  } catch (cause) {
    if (io.signal.aborted) io.stderr.write('Interrupted: nothing was written.\n');
    throw io.signal.aborted ? cause : unwritable(out, cause);
  } finally {
    progress.end();
  }
  tell(result, io);
  if (json)
    io.stdout.write(`${JSON.stringify({ format: 'idvkit.scrub-result', version: 1, keyId: key.id, ...result })}\n`);
  else if (result.leaks.length === 0) io.stdout.write(`${summaryOf(result, out)}\n`);
  return result.leaks.length === 0 ? ExitCode.ok : ExitCode.findings;
}

async function keyFor(io: Io, file: string | undefined): Promise<ScrubKey> {
  const secret = await readSecret(io, { what: 'scrub key', env: 'IDV_SCRUB_KEY', file });
  if (secret === undefined) {
    io.stderr.write(
      'No key is given: this copy gets one that nobody knows, and fits no other copy. Set IDV_SCRUB_KEY for that.\n',
    );
    return ScrubKey.random();
  }
  try {
    return ScrubKey.of(secret);
  } catch (cause) {
    throw new CliError({
      code: 'scrub-key-too-short',
      message: `Cannot use the scrub key: it has fewer than ${SHORTEST_SCRUB_SECRET} characters.`,
      fix: 'Make one, for instance with openssl rand -hex 32.',
      cause,
    });
  }
}

function unwritable(out: string, cause: unknown): unknown {
  if (cause instanceof RangeError) {
    return new CliError({
      code: 'folder-not-empty',
      message: `Cannot write the copy to "${out}": the folder holds something.`,
      fix: 'Name a folder that is empty or not there, with --out.',
      cause,
    });
  }
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return cause;
  return new CliError({
    code: 'file-unwritable',
    message: `Cannot write the copy to "${out}": ${systemErrorState(cause)}. Nothing was left there.`,
    fix: 'Name a folder that you may write to, on a disk with room, with --out.',
    cause,
  });
}

/** Longest list of what was found. */
const MOST_SHOWN = 20;

function tell({ leaks, opaque, cutOff, leftOut }: ScrubResult, io: Io): void {
  const ids = (numbers: readonly number[]): string =>
    `${numbers
      .slice(0, MOST_SHOWN)
      .map((id) => `#${id}`)
      .join(', ')}${numbers.length > MOST_SHOWN ? ' …' : ''}`;
  if (opaque.length > 0) io.stderr.write(`No JSON, so replaced as a whole: ${ids(opaque)}\n`);
  if (cutOff.length > 0) io.stderr.write(`Broken off, so scrubbed as far as they go: ${ids(cutOff)}\n`);
  if (leftOut.length > 0) io.stderr.write(`Left out, as their bodies are missing or changed: ${ids(leftOut)}\n`);
  if (leaks.length === 0) return;
  const places = new Set(
    leaks.map(
      ({ capture, path, kind, form }) => `  ${capture === 0 ? '' : `#${capture} `}${path}: a ${kind} (${form})`,
    ),
  );
  io.stderr.write('Refused: originals are still in the copy, which was removed:\n');
  for (const place of [...places].slice(0, MOST_SHOWN)) io.stderr.write(`${place}\n`);
  if (places.size > MOST_SHOWN) io.stderr.write(`  and ${places.size - MOST_SHOWN} more\n`);
  io.stderr.write(
    'If a value is about nobody, say where it comes from with --keep; if not, please report the place.\n',
  );
}

function summaryOf({ captures, bytes, replaced, images, searched, wasScrubbed }: ScrubResult, out: string): string {
  if (wasScrubbed)
    return `${captures} captures, ${bytes} bytes in ${out}: scrubbed with this key before, copied as they are`;
  const values = Object.values(replaced).reduce((sum, count) => sum + count, 0);
  const pictures = images === 0 ? '' : `, ${images} images`;
  return `${captures} captures, ${bytes} bytes in ${out}: ${values} values${pictures} replaced, searched for ${searched} originals, none found`;
}
