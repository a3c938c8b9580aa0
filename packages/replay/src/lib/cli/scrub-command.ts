import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import {
  CliError,
  collectEach,
  createProgress,
  ExitCode,
  printable,
  readSecret,
  systemErrorState,
  counted,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { parsePointer } from '@idvkit/json';

import { scrubArchive, type ScrubResult } from '../scrub/scrub-archive.ts';
import { ScrubKey } from '../scrub/scrub-key.ts';
import { FOLDER_OPTION, openToRead } from './open-archive.ts';
import { asArgument } from './option-values.ts';

const HELP = `
Names, ids, dates, addresses, slugs, links, and names and values of headers are replaced by generated ones of the same kind: the same key gives the same ones. Every other byte stays. Anything not known to be safe is replaced too. A capture gets into the copy only after it was searched for every original.

--new-key writes a key of 32 random bytes that only you can read, and uses it. Later copies that have to agree take it from IDV_SCRUB_KEY, or from the file that IDV_SCRUB_KEY_FILE names. With the key, guesses can be tested and digits decrypted: keep it away from the copy, or destroy it.

Examples:
  idvkit archive scrub shareable --new-key scrub.key
  IDV_SCRUB_KEY_FILE=scrub.key idvkit archive scrub another --dir deliveries
  idvkit archive scrub shareable --keep /answers/branch/value`;

export function addScrub(command: Command, context: CliContext): void {
  define(command).action(context.run((out: string, options: Options) => scrub(out, options, context.io)));
}

type Options = ReturnType<ReturnType<typeof define>['opts']>;

function define(command: Command) {
  return command
    .argument('<copy>', 'Folder of the copy: new or empty')
    .option(...FOLDER_OPTION)
    .option('--new-key <file>', 'Write a new key to this file, and use it')
    .option(
      '--keep <pointer>',
      'Keep the value at this JSON pointer; * is any step',
      collectEach(asArgument(parsePointer)),
      [],
    )
    .option('--json', 'Print the result as JSON')
    .addHelpText('after', HELP);
}

async function scrub(out: string, options: Options, io: Io): Promise<ExitCode> {
  const { dir, keep, json } = options;
  const key = await keyFor(io, options);
  const archive = openToRead(dir, io);
  const progress = createProgress({ io, clock: { now: () => Date.now() } });
  const total = archive.count();
  let done = 0;
  let result: ScrubResult;
  try {
    result = await scrubArchive({
      archive,
      folder: resolve(io.cwd, out),
      key,
      keep,
      signal: io.signal,
      onCapture: () => progress.update(`${(done += 1)} of ${counted(total, 'capture')} scrubbed`),
    });
  } catch (cause) {
    if (io.signal.aborted) io.stderr.write('Interrupted: nothing was written.\n');
    if (!(cause instanceof RangeError)) throw cause;
    throw new CliError({
      code: 'folder-not-empty',
      message: `Cannot write the copy to "${out}": the folder is not empty.`,
      fix: 'Name an empty or new folder.',
      cause,
    });
  } finally {
    progress.end();
  }
  reportExceptions(result, io);
  if (json) io.stdout.write(`${JSON.stringify({ format: 'idvkit.scrub-result', version: 1, ...result })}\n`);
  else io.stdout.write(`${summaryOf(result, out)}\n`);
  return result.refused.length === 0 ? ExitCode.ok : ExitCode.findings;
}

async function keyFor(io: Io, { newKey, json }: Options): Promise<ScrubKey> {
  if (newKey !== undefined) return newKeyIn(newKey, io);
  const secret = await readSecret(io, { what: 'scrub key', env: 'IDV_SCRUB_KEY' });
  if (secret === undefined) {
    const note =
      'No key given: this copy gets a new one that is not stored. To make copies that agree, give --new-key.';
    if (json !== true) io.stderr.write(`${note}\n`);
    return ScrubKey.of(ScrubKey.newSecret());
  }
  try {
    return ScrubKey.of(secret);
  } catch (cause) {
    throw new CliError({
      code: 'scrub-key-unusable',
      message: 'Cannot use the scrub key: it is not 64 hexadecimal digits.',
      fix: 'Passphrases can be guessed from a copy. Write a random key to a file with --new-key, then name that file in IDV_SCRUB_KEY_FILE.',
      cause,
    });
  }
}

async function newKeyIn(file: string, io: Io): Promise<ScrubKey> {
  const secret = ScrubKey.newSecret();
  try {
    await writeFile(resolve(io.cwd, file), `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    throw new CliError({
      code: 'file-unwritable',
      message: `Cannot write a new key to "${file}": ${systemErrorState(cause)}.`,
      fix: 'Name a key that is there in IDV_SCRUB_KEY_FILE, or another file.',
      cause,
    });
  }
  return ScrubKey.of(secret);
}

const MAX_SHOWN = 20;

function reportExceptions({ opaque, cutOff, leftOut, refused }: ScrubResult, io: Io): void {
  const report = (what: string, captures: readonly string[]): void => {
    if (captures.length === 0) return;
    const shown = captures.slice(0, MAX_SHOWN).join(', ');
    io.stderr.write(`${what}: ${shown}${captures.length > MAX_SHOWN ? ' …' : ''}\n`);
  };
  const numbers = (ids: readonly number[]): string[] => ids.map((id) => `#${id}`);
  report('Not JSON, replaced as a whole', numbers(opaque));
  report('Incomplete, scrubbed as far as they can be read', numbers(cutOff));
  report('Left out, their bodies are missing or changed', numbers(leftOut));
  const places = refused.map(({ id, paths }) => `#${id} ${printable(paths.join(' '))}`);
  report('Left out, originals would still be in the copy. Please report this', places);
}

function summaryOf({ captures, bytes, replaced, searched }: ScrubResult, out: string): string {
  const values = Object.values(replaced).reduce((sum, count) => sum + count, 0);
  return `${counted(captures, 'capture')}, ${bytes} bytes in ${out}: ${counted(values, 'value')} replaced, searched for ${counted(searched, 'original')}, none found`;
}
