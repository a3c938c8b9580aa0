import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { Option, type Command } from '@commander-js/extra-typings';
import { CliError, ExitCode, printable, readSecret, systemErrorState, type CliContext, type Io } from '@idvkit/cli-kit';

import { detectFormat, importReaders, type ImportFormat } from '../exchange/import/formats.ts';
import { importFile, type ImportResult } from '../exchange/import/import-file.ts';
import { KnownDeliveries } from '../exchange/import/known-deliveries.ts';
import { openNamedFile } from '../exchange/import/open-named-file.ts';
import { captureLine } from './capture-line.ts';
import { DEFAULT_FOLDER, openOrCreateArchive, usable } from './open-archive.ts';

interface Options {
  readonly dir: string;
  readonly format: ImportFormat | 'auto';
}

const HELP = `
Formats: har (HTTP archive), json (the body of one delivery), ndjson (a body per line, or what idv-replay export wrote) and curl (a
script that idv-replay export wrote). By default the format is detected; curl must be named, as its commands name other files. Those are
read only below the folder of the script. With --format json any file is one body. For recordings of other tools, save them as HAR first.

Deliveries that the archive already has are not imported again. Authorization is compared with IDV_WEBHOOK_SECRET if that is set, and
dropped; so are other secrets.

Examples:
  idv-replay import traffic.har
  idv-replay import --format json body.json
  idv-replay import --format curl exported/send.sh
  idv-replay import - < bodies.ndjson`;

/** Adds `idv-replay import`. */
export function addImport(program: Command, context: CliContext): void {
  program
    .command('import')
    .description('Take deliveries that other tools recorded into the archive')
    .argument('<files...>', 'Files, or - for stdin')
    .addOption(
      new Option('--format <format>', 'Format of the files')
        .choices(['auto', ...(Object.keys(importReaders) as ImportFormat[])] as const)
        .default('auto' as const),
    )
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText('after', HELP)
    .action(context.run((files: string[], options: Options) => importFiles(files, options, context.io)));
}

async function importFiles(files: readonly string[], { dir, format }: Options, io: Io): Promise<ExitCode> {
  for (const file of files) await requireFile(file, io);
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const archive = await openOrCreateArchive(dir, io);
  const writer = await usable(archive.openWriter());
  const problems: CliError[] = [];
  let found = 0;
  try {
    const known = new KnownDeliveries(await archive.captures());
    for (const file of files) {
      if (io.signal.aborted) break;
      const opened = await openInput(file, io);
      const result = await importFile({
        format: format === 'auto' ? requireFormat(file, opened.head) : format,
        input: opened.bytes(),
        openFile: (name) => openNamedFile(file === '-' ? undefined : dirname(resolve(io.cwd, file)), name),
        writer,
        known,
        secret,
        now: () => new Date(),
        onCapture: (captured) => io.stdout.write(`${captureLine(captured)}\n`),
        signal: io.signal,
      });
      tell(file, result, io);
      found += result.captures + result.known;
      if (result.problem !== undefined) problems.push(malformed(file, result.problem, result.captures));
    }
  } finally {
    await writer.close();
  }
  if (found === 0 && problems.length === 0 && !io.signal.aborted) throw empty(files);
  const [first, ...others] = problems;
  if (first === undefined) return ExitCode.ok;
  for (const { message } of others) io.stderr.write(`idv-replay: ${message}\n`);
  throw first;
}

function tell(file: string, { captures, known, skipped }: ImportResult, io: Io): void {
  const left = [...skipped].map(([why, count]) => `${count} left out: ${why}`);
  const counts = [`${captures} imported`, ...(known > 0 ? [`${known} already there`] : []), ...left.slice(0, 5)];
  io.stderr.write(`${file === '-' ? 'stdin' : printable(file, 200)}: ${counts.join('; ')}\n`);
}

function empty(files: readonly string[]): CliError {
  return new CliError({
    code: 'import-empty',
    message: `Nothing was imported: ${files.length === 1 ? 'the file has' : 'the files have'} no delivery.`,
    fix: 'Name files with requests that have a body, and their format with --format.',
  });
}

/** @throws {CliError} `import-format` if the format cannot be detected, or is one that has to be named. */
function requireFormat(file: string, head: Buffer): ImportFormat {
  const format = detectFormat(file, head);
  if (format !== undefined && format !== 'curl') return format;
  const name = file === '-' ? 'stdin' : `"${printable(file, 200)}"`;
  throw new CliError({
    code: 'import-format',
    message:
      format === 'curl'
        ? `Cannot import ${name}: it has curl commands, which name other files.`
        : `Cannot import ${name}: its format is not known.`,
    fix:
      format === 'curl'
        ? 'If you trust it, give --format curl: only files below its folder are read.'
        : 'Name it with --format; --format json takes any bytes as the body of one delivery.',
  });
}

function malformed(file: string, problem: string, captures: number): CliError {
  const kept =
    captures === 0
      ? 'Nothing of it was imported'
      : `What came before was imported: ${captures} ${captures === 1 ? 'capture' : 'captures'}`;
  return new CliError({
    code: 'import-malformed',
    message: `Cannot read ${file === '-' ? 'stdin' : `"${file}"`} to its end: ${problem}. ${kept}.`,
    fix: 'Mend the file, or check that --format names what it is.',
  });
}

async function requireFile(file: string, io: Io): Promise<void> {
  if (file === '-') return;
  const path = resolve(io.cwd, file);
  try {
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): CliError {
  return new CliError({
    code: 'import-unreadable',
    message: `Cannot read "${file}": ${systemErrorState(cause)}.`,
    fix: 'Name a file that can be read, or - for stdin.',
    cause,
  });
}

const HEAD_BYTES = 64 * 1024;

interface Opened {
  readonly head: Buffer;
  bytes(): AsyncGenerator<Uint8Array>;
}

/** Opens a file or stdin and looks at its beginning, which is given again with the rest. */
async function openInput(file: string, io: Io): Promise<Opened> {
  const stream: AsyncIterable<Uint8Array> =
    file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file), { highWaterMark: 256 * 1024 });
  const iterator = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  let ended = false;
  try {
    while (size < HEAD_BYTES && !ended) {
      const next = await iterator.next();
      ended = next.done === true;
      if (next.done !== true) {
        first.push(Buffer.from(next.value));
        size += next.value.byteLength;
      }
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
  return {
    head: Buffer.concat(first).subarray(0, HEAD_BYTES),
    bytes: async function* bytes() {
      yield* first;
      if (!ended) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}
