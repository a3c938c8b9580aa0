import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { Option, type Command } from '@commander-js/extra-typings';
import { CliError, ExitCode, printable, readSecret, systemErrorState, type CliContext, type Io } from '@idvkit/cli-kit';

import { detectFormat, importReaders, type ImportFormat } from '../import/formats.ts';
import { importFile, type ImportResult } from '../import/import-file.ts';
import { captureLine } from './capture-line.ts';
import { DEFAULT_FOLDER, openOrCreateArchive } from './open-archive.ts';

interface Options {
  readonly dir: string;
  readonly format: ImportFormat | 'auto';
}

const HELP = `
Formats: har (HTTP archive), curl (command lines), json (the body of one delivery), ndjson (a body per line, or what
idv-replay export wrote), ngrok (http://127.0.0.1:4040/api/requests/http), webhook-site (its JSON) and webhook-site-csv.

Authorization is compared with IDV_WEBHOOK_SECRET where that is set, and dropped; so are other secrets.

Examples:
  idv-replay import traffic.har
  idv-replay import --format json body.json
  curl -s http://127.0.0.1:4040/api/requests/http | idv-replay import --format ngrok -`;

/** Adds `idv-replay import`. */
export function addImport(program: Command, context: CliContext): void {
  program
    .command('import')
    .description('Take deliveries that other tools recorded into the archive')
    .argument('<files...>', 'Files, or - for stdin')
    .addOption(
      new Option('--format <format>', 'What the files are; by default it is told by name and beginning')
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
  const writer = await archive.openWriter();
  const problems: CliError[] = [];
  try {
    for (const file of files) {
      if (io.signal.aborted) break;
      const opened = await openInput(file, io);
      const result = await importFile({
        format: format === 'auto' ? detectFormat(file, opened.head) : format,
        input: opened.bytes(),
        openFile: (path) => openBeside(file, path, io),
        writer,
        secret,
        now: () => new Date(),
        onCapture: (captured) => io.stdout.write(`${captureLine(captured)}\n`),
        signal: io.signal,
      });
      tell(file, result, io);
      if (result.problem !== undefined) problems.push(malformed(file, result.problem, result.captures));
    }
  } finally {
    await writer.close();
  }
  const [first, ...others] = problems;
  if (first === undefined) return ExitCode.ok;
  for (const { message } of others) io.stderr.write(`idv-replay: ${message}\n`);
  throw first;
}

function tell(file: string, { captures, skipped }: ImportResult, io: Io): void {
  const left = [...skipped].map(([why, count]) => `${count} left out: ${why}`);
  const name = file === '-' ? 'stdin' : printable(file, 200);
  io.stderr.write(`${name}: ${captures} imported${left.length === 0 ? '' : `; ${left.slice(0, 5).join('; ')}`}\n`);
}

function malformed(file: string, problem: string, captures: number): CliError {
  const kept =
    captures === 0
      ? 'Nothing of it was imported'
      : `What came before was imported: ${captures} ${captures === 1 ? 'capture' : 'captures'}`;
  return new CliError({
    code: 'import-malformed',
    message: `Cannot read ${file === '-' ? 'stdin' : `"${file}"`} to its end: ${problem}. ${kept}.`,
    fix: 'Mend the file, or say with --format what it is.',
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

async function openBeside(file: string, path: string, io: Io): Promise<AsyncIterable<Uint8Array>> {
  const folder = file === '-' ? io.cwd : dirname(resolve(io.cwd, file));
  await requireFile(resolve(folder, path), io);
  return createReadStream(resolve(folder, path));
}
