import type { Command } from '@commander-js/extra-typings';
import { ArchiveError, type Archive, type CaptureEntry } from '@idvkit/archive';
import { countPartBytes, decodeContent, UnpackError } from '@idvkit/archive/coding';
import { CliError, ExitCode, printable, systemErrorState, type CliContext, type Io } from '@idvkit/cli-kit';
import { JsonTextError, parsePointer } from '@idvkit/json';

import { maskRequest, maskTarget } from '../show/mask-head.ts';
import { prettyBody } from '../show/pretty-body.ts';
import { entryLine } from './entry-line.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';
import { findCapture } from './select-captures.ts';
import { asArgument } from './send-options.ts';
import { writeCaptureView } from './write-capture-view.ts';

interface ShowOptions {
  readonly dir: string;
  readonly path?: readonly string[] | undefined;
  readonly reveal?: true | undefined;
  readonly raw?: true | undefined;
  readonly headers?: true | undefined;
  readonly attempts?: true | undefined;
  readonly json?: true | undefined;
}

const EXAMPLES = `
Examples:
  idv-replay show latest                            Its body, one member per line, personal values masked
  idv-replay show 3 --path /extra/ekyc --reveal     A part of it, with its values
  idv-replay show 3 --raw > body.json               The very bytes that came
  idv-replay show 3 --headers --attempts            What came with it, and what became of it
  idv-replay show 3 --json | jq .body.values[0]     For other programs`;

/** Adds `idv-replay show`. */
export function addShow(program: Command, context: CliContext): void {
  program
    .command('show')
    .description('Show a capture: its body, of any size, or what came with it; personal values are masked')
    .argument('<capture>', 'Number, latest, latest:TYPE, start of a hash')
    .option('--path </path>', 'Only the value at this JSON pointer', asArgument(parsePointer))
    .option('--reveal', 'Show personal values too')
    .option('--raw', 'The very bytes that came, personal values included')
    .option('--headers', 'The capture, its headers and its images instead of the body')
    .option('--attempts', 'Attempts to pass it on and to send it instead of the body')
    .option('--json', 'Print one document of JSON: all that is known of it, and its body or the part of it')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText('after', EXAMPLES)
    .action(context.run((reference: string, options: ShowOptions) => show(reference, options, context.io)));
}

async function show(reference: string, options: ShowOptions, io: Io): Promise<void> {
  const archive = await openArchive(options.dir, io);
  const entry = await findCapture(archive, reference);
  if (options.json) return showJson(archive, entry, options, io);
  const isRevealed = options.reveal === true;
  if (options.headers) await showHeaders(archive, entry, { isRevealed, io });
  if (options.attempts) await showAttempts(archive, entry, { isRevealed, io });
  if (options.headers || options.attempts) return;
  const { captured } = entry;
  try {
    const parts = options.raw
      ? ((await archive.openBody(captured)) as AsyncIterable<Uint8Array>)
      : prettyBody(decodeContent(await archive.openBody(captured), captured) as AsyncIterable<Uint8Array>, {
          ...(options.path && { pointer: options.path }),
          isRevealed,
        });
    let isEmpty = true;
    for await (const part of parts) {
      isEmpty = false;
      countPartBytes(part.length);
      io.stdout[options.raw ? 'raw' : 'write'](part);
      await io.stdout.drained?.();
      if (io.signal.aborted) return;
    }
    if (isEmpty && options.path !== undefined && !options.raw) throw nothingThere(captured.id);
  } catch (cause) {
    throw translate(cause, captured.id);
  }
}

async function showHeaders(
  archive: Archive,
  entry: CaptureEntry,
  { isRevealed, io }: { readonly isRevealed: boolean; readonly io: Io },
): Promise<void> {
  const captured = isRevealed ? entry.captured : maskRequest(entry.captured);
  io.stdout.write(`${entryLine(entry)}\n${captured.method} ${printable(captured.path)}\n`);
  for (const [name, value] of captured.headers) io.stdout.write(`${printable(name)}: ${printable(value)}\n`);
  if (captured.source !== undefined) io.stdout.write(`came by ${printable(captured.source)}\n`);
  const { fidelity = 'wire' } = captured;
  if (fidelity !== 'wire') io.stdout.write(`its body is not what travelled, but ${FIDELITIES[fidelity]}\n`);
  for (const { offset, outcome } of await archive.imagesOf(captured.id)) {
    const kept =
      'sha256' in outcome ? `${outcome.contentType}, ${outcome.bytes} bytes` : `not kept: ${outcome.failure}`;
    io.stdout.write(`image at byte ${offset}  ${printable(kept)}\n`);
  }
}

const FIDELITIES = {
  decoded: 'what a transfer was decoded to',
  parsed: 'a value that was parsed and written again',
} as const;

async function showAttempts(
  archive: Archive,
  { captured: { id } }: CaptureEntry,
  { isRevealed, io }: { readonly isRevealed: boolean; readonly io: Io },
): Promise<void> {
  const shown = (target: string): string => (isRevealed ? target : maskTarget(target).text);
  let count = 0;
  for (const { at, target, number, durationMs, outcome } of await archive.forwardsOf(id)) {
    count += 1;
    io.stdout.write(
      `${at}  passed on to ${shown(target)}  attempt ${number}  ${outcomeText(outcome)} in ${Math.round(durationMs)} ms\n`,
    );
  }
  for await (const { at, target, number, outcome, run } of archive.attempts(id)) {
    count += 1;
    const what = outcome === 'started' ? 'started' : outcomeText(outcome);
    io.stdout.write(`${at}  sent to ${shown(target)}  attempt ${number}  ${what}  run ${run}\n`);
  }
  if (count === 0) io.stderr.write('It was neither passed on nor sent\n');
}

function outcomeText(outcome: { readonly status: number } | { readonly failure: string }): string {
  return 'status' in outcome ? `answered ${outcome.status}` : printable(outcome.failure);
}

function nothingThere(id: number): CliError {
  return new CliError({
    code: 'path-missing',
    message: `Cannot show that part of capture ${id}: there is nothing at the path.`,
    fix: 'Steps are keys and indices from 0, such as /extra/ekyc/liveness/attempts/0. See the whole with idv-replay show.',
  });
}

/** All of it as one document. */
async function showJson(archive: Archive, entry: CaptureEntry, options: ShowOptions, io: Io): Promise<void> {
  if (options.raw) {
    throw new CliError({
      code: 'show-unusable',
      message: 'Cannot show raw bytes as JSON: --raw and --json exclude each other.',
      fix: 'Give one of them.',
    });
  }
  try {
    await writeCaptureView(archive, entry, {
      io,
      pointer: options.path ?? [],
      isRevealed: options.reveal === true,
      hasBody: !options.headers && !options.attempts,
    });
  } catch (cause) {
    throw translate(cause, entry.captured.id);
  }
}

/** Says in plain words why a body cannot be shown. */
function translate(cause: unknown, id: number): unknown {
  if (cause instanceof CliError) return cause;
  if (cause instanceof UnpackError) {
    return new CliError({
      code: 'body-not-unpacked',
      message: `Cannot show the body of capture ${id}: ${cause.message}.`,
      fix: 'See the bytes themselves with --raw.',
      cause,
    });
  }
  if (cause instanceof ArchiveError && cause.code === 'body-changed') {
    return new CliError({
      code: 'body-changed',
      message: `Cannot show the body of capture ${id}: ${cause.message}.`,
      fix: 'Run idv-replay verify to see what else is damaged.',
      exitCode: ExitCode.findings,
      cause,
    });
  }
  const isText = cause instanceof JsonTextError;
  const state = isText
    ? cause.message.replace(/^./, (first) => first.toLowerCase())
    : cause instanceof ArchiveError
      ? 'it is not in the archive'
      : systemErrorState(cause);
  return new CliError({
    code: isText ? 'body-not-json' : 'body-unreadable',
    message: `Cannot ${isText ? 'show' : 'read'} the body of capture ${id}${isText ? ' as JSON' : ''}: ${state}.`,
    fix: isText ? 'See the bytes themselves with --raw.' : 'Run idv-replay verify to see what else is missing.',
    cause,
  });
}
