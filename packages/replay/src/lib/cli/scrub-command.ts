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
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { parsePointer } from '@idvkit/json';

import { scrubArchive, type ScrubResult } from '../scrub/scrub-archive.ts';
import { ScrubKey } from '../scrub/scrub-key.ts';
import { FOLDER_OPTION, openToRead } from './open-archive.ts';
import { asArgument } from './option-values.ts';

const HELP = `
Names, ids, dates, addresses, slugs, links, and names and values of headers are replaced by generated ones of the same kind: the same key gives the same ones. Every other byte stays. Anything not known to be safe is replaced too. The copy gets its name only after it was searched for every original.

--new-key writes a key of 32 random bytes that only you can read, and uses it. Later copies that have to agree take it from IDV_SCRUB_KEY, or from the file that IDV_SCRUB_KEY_FILE names. Whoever has the key can tell which original a generated value stands for, and can decrypt ids: keep it away from the copy, or destroy it.

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
    .option('--leave-out-refused', 'Leave out captures that would prevent the copy')
    .option('--reveal', 'Print the originals that prevent the copy')
    .option('--json', 'Print the result as JSON')
    .addHelpText('after', HELP);
}

async function scrub(out: string, options: Options, io: Io): Promise<ExitCode> {
  const { dir, keep, json, reveal, leaveOutRefused = false } = options;
  const key = await keyFor(io, options);
  const archive = openToRead(dir, io);
  const progress = createProgress({ io, clock: { now: () => Date.now() } });
  let done = 0;
  let result: ScrubResult;
  try {
    result = await scrubArchive({
      archive,
      folder: resolve(io.cwd, out),
      key,
      keep,
      leaveOutRefused,
      signal: io.signal,
      onCapture: () => progress.update(`${(done += 1)} captures scrubbed`),
    });
  } catch (cause) {
    if (io.signal.aborted) io.stderr.write('Interrupted: nothing was written.\n');
    throw io.signal.aborted ? cause : unwritable(out, cause);
  } finally {
    progress.end();
  }
  reportLeftOut(result, io);
  if (result.leaks.length > 0) reportLeaks(result, reveal === true, io);
  if (json) {
    const leaks = result.leaks.map(({ text, ...leak }) => (reveal ? { ...leak, text } : leak));
    const shown = { format: 'idvkit.scrub-result', version: 1, keyId: key.id, ...result, leaks };
    io.stdout.write(`${JSON.stringify(shown)}\n`);
  } else if (result.leaks.length === 0) io.stdout.write(`${summaryOf(result, out)}\n`);
  return result.leaks.length === 0 ? ExitCode.ok : ExitCode.findings;
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

function unwritable(out: string, cause: unknown): unknown {
  if (cause instanceof RangeError) {
    return new CliError({
      code: 'folder-not-empty',
      message: `Cannot write the copy to "${out}": the folder is not empty.`,
      fix: 'Name an empty or new folder.',
      cause,
    });
  }
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return cause;
  return new CliError({
    code: 'file-unwritable',
    message: `Cannot write the copy to "${out}": ${systemErrorState(cause)}. Nothing was left there.`,
    fix: 'Name a folder that you may write to, on a disk with room.',
    cause,
  });
}

const MAX_SHOWN = 20;

function reportLeftOut({ opaque, cutOff, leftOut, refused }: ScrubResult, io: Io): void {
  const report = (what: string, ids: readonly number[]): void => {
    if (ids.length === 0) return;
    const shown = ids.slice(0, MAX_SHOWN).map((id) => `#${id}`);
    io.stderr.write(`${what}: ${shown.join(', ')}${ids.length > MAX_SHOWN ? ' …' : ''}\n`);
  };
  report('Not JSON, replaced as a whole', opaque);
  report('Incomplete, scrubbed as far as they can be read', cutOff);
  report('Left out, their bodies are missing or changed', leftOut);
  report('Left out, originals would still be in the copy', refused);
}

function reportLeaks({ leaks }: ScrubResult, isRevealed: boolean, io: Io): void {
  const places = new Set(
    leaks.map(({ capture, path, kind, form, text }) => {
      const { length } = Array.from(text);
      const original = isRevealed ? `"${printable(text)}"` : `${length} characters`;
      return `  #${capture} ${printable(path)}: ${original} of a ${kind} (${form})`;
    }),
  );
  io.stderr.write('Refused: originals are still in the copy, which was removed:\n');
  for (const place of [...places].slice(0, MAX_SHOWN)) io.stderr.write(`${place}\n`);
  if (places.size > MAX_SHOWN) io.stderr.write(`  and ${places.size - MAX_SHOWN} more\n`);
  io.stderr.write(
    `${isRevealed ? '' : 'See the originals with --reveal. '}If a place is about nobody, keep it with --keep. Leave the captures out with --leave-out-refused.\n`,
  );
}

function summaryOf({ captures, bytes, replaced, images, searched, wasScrubbed }: ScrubResult, out: string): string {
  if (wasScrubbed)
    return `${captures} captures, ${bytes} bytes in ${out}: scrubbed with this key before, copied as they are`;
  const values = Object.values(replaced).reduce((sum, count) => sum + count, 0);
  const pictures = images === 0 ? '' : `, ${images} images`;
  return `${captures} captures, ${bytes} bytes in ${out}: ${values} values${pictures} replaced, searched for ${searched} originals, none found`;
}
