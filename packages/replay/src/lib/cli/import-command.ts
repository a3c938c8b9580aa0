import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import type { Archive } from '@idvkit/archive';
import {
  CliError,
  ExitCode,
  printable,
  readSecret,
  systemErrorState,
  cannot,
  counted,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';

import { KnownDeliveries } from '../archives/known-deliveries.ts';
import { detectFormat, type ImportFormat } from '../exchange/import/formats.ts';
import { importFile, type ImportResult } from '../exchange/import/import-file.ts';
import { entryLine } from './entry-line.ts';
import { FOLDER_OPTION, openOrCreateArchive, withArchive } from './open-archive.ts';

interface Options {
  readonly dir: string;
}

const HELP = `
Formats: har (HTTP archive), json (the body of one delivery), ndjson (a body per line, or what idvkit archive export wrote), and the JSON of webhook.site. The name and the content say the format. A body without event.type is left out. For recordings of other tools, save them as HAR first.

Deliveries that the archive already has are not imported again. Authorization is compared with IDV_WEBHOOK_SECRET if that is set, and dropped; so are other secrets.

Examples:
  idvkit archive import traffic.har
  idvkit archive import body.json
  idvkit archive import - < bodies.ndjson`;

export function addImport(command: Command, context: CliContext): void {
  command
    .argument('<files...>', 'Files, or - for stdin')
    .option(...FOLDER_OPTION)
    .addHelpText('after', HELP)
    .action(context.run((files: string[], options: Options) => importFiles(files, options, context.io)));
}

async function importFiles(files: readonly string[], { dir }: Options, io: Io): Promise<ExitCode> {
  for (const file of files) await requireFile(file, io);
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const { found, problems } = await withArchive(openOrCreateArchive(dir, io), (archive) =>
    importInto(archive, files, { secret, io }),
  );
  const [first, ...others] = problems;
  for (const { message } of others) io.stderr.write(`idvkit: ${message}\n`);
  if (first !== undefined) throw first;
  if (found > 0 || io.signal.aborted) return ExitCode.ok;
  throw new CliError({
    code: 'import-empty',
    message: `Nothing was imported: ${files.length === 1 ? 'the file has' : 'the files have'} no delivery.`,
    fix: 'Name files with requests that have a body, or with bodies that have event.type.',
  });
}

/** Imports files one after the other. An error in one does not keep the others from being imported. */
async function importInto(
  archive: Archive,
  files: readonly string[],
  { secret, io }: { readonly secret: string | undefined; readonly io: Io },
): Promise<{ readonly found: number; readonly problems: readonly CliError[] }> {
  const writer = archive.openWriter();
  const known = new KnownDeliveries(archive.captures());
  const problems: CliError[] = [];
  let found = 0;
  for (const file of files) {
    if (io.signal.aborted) break;
    const { head, bytes } = await openInput(file, io);
    const result = await importFile({
      format: requireFormat(file, head),
      input: bytes,
      writer,
      known,
      secret,
      now: () => new Date(),
      // Another program gets the counts only: there may be 100,000 lines.
      onCapture: (captured) => {
        if (io.stdout.isTTY) io.stdout.write(`${entryLine({ captured, summary: undefined, tags: [] })}\n`);
      },
      signal: io.signal,
    });
    io.stderr.write(`${file === '-' ? 'stdin' : printable(file, 200)}: ${countsText(result)}\n`);
    found += result.captures + result.known;
    if (result.problem !== undefined) problems.push(malformed(file, result.problem, result.captures));
  }
  return { found, problems };
}

function countsText({ captures, known, skipped }: ImportResult): string {
  const left = [...skipped].map(([why, count]) => `${count} left out: ${why}`);
  return [`${captures} imported`, ...(known > 0 ? [`${known} already there`] : []), ...left.slice(0, 5)].join('; ');
}

/** @throws {CliError} `import-format` if the format cannot be detected. */
function requireFormat(file: string, head: Buffer): ImportFormat {
  const format = detectFormat(file, head);
  if (format !== undefined) return format;
  throw new CliError({
    code: 'import-format',
    message: `Cannot import ${nameOf(file)}: its format is not known.`,
    fix: 'Name a HAR file, a body in JSON, or a file with a body per line.',
  });
}

function malformed(file: string, problem: string, captures: number): CliError {
  const kept =
    captures === 0 ? 'Nothing of it was imported' : `What came before was imported: ${counted(captures, 'capture')}`;
  return new CliError({
    code: 'import-malformed',
    message: `Cannot read ${nameOf(file)} to its end: ${problem}. ${kept}.`,
    fix: 'Fix the file. If it has another format, rename it: .har and .ndjson say the format.',
  });
}

function nameOf(file: string): string {
  return file === '-' ? 'stdin' : `"${printable(file, 200)}"`;
}

async function requireFile(file: string, io: Io): Promise<void> {
  if (file === '-') return;
  try {
    if ((await stat(resolve(io.cwd, file))).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

function cannotRead(file: string, cause: unknown): CliError {
  const fix = 'Name a file that can be read, or - for stdin.';
  return cannot('import-unreadable', `read "${file}"`, fix)(systemErrorState(cause), cause);
}

const HEAD_BYTES = 64 * 1024;

/** Opens a file or stdin and reads its beginning, which `bytes` has as well. */
async function openInput(
  file: string,
  io: Io,
): Promise<{ readonly head: Buffer; readonly bytes: AsyncIterable<Uint8Array> }> {
  const stream: AsyncIterable<Uint8Array> =
    file === '-' ? io.stdin : createReadStream(resolve(io.cwd, file), { highWaterMark: 256 * 1024 });
  const rest = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  try {
    while (head.length < HEAD_BYTES) {
      const { done, value } = await rest.next();
      if (done === true) break;
      head = Buffer.concat([head, value]);
    }
  } catch (cause) {
    throw cannotRead(file, cause);
  }
  return {
    head: head.subarray(0, HEAD_BYTES),
    bytes: (async function* bytes() {
      if (head.length > 0) yield head;
      yield* { [Symbol.asyncIterator]: () => rest };
    })(),
  };
}
