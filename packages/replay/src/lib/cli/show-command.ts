import { setFlagsFromString } from 'node:v8';

import { Option, type Command } from '@commander-js/extra-typings';
import type { Archive, CaptureEntry } from '@idvkit/archive';
import { CliError, printable, type CliContext, type Io } from '@idvkit/cli-kit';
import { parsePointer } from '@idvkit/json';

import { maskRequest } from '../show/mask-head.ts';
import { maskedAnswer } from '../show/masked-answer.ts';
import { prettyBody } from '../show/pretty-body.ts';
import { entryLine, outcomeText } from './entry-line.ts';
import { FOLDER_OPTION, openToRead, withArchive } from './open-archive.ts';
import { asArgument } from './option-values.ts';
import { answerLine } from './send-lines.ts';
import { writeCaptureView } from './write-capture-view.ts';

const EXAMPLES = `
Examples:
  Its body, one member per line, personal values masked:
    idvkit show latest
  A part of it, with its values:
    idvkit show 3 --path /extra/ekyc --reveal
  The bytes that came:
    idvkit show 3 --raw > body.json
  What came with it, and each attempt to send it:
    idvkit show 3 --head
  For other programs:
    idvkit show 3 --json | jq .body.values[0]`;

export function addShow(command: Command, context: CliContext): void {
  define(command).action(
    context.run((reference: string, options: ShowOptions) =>
      withArchive(openToRead(options.dir, context.io), async (archive) =>
        show(archive.find(reference), options, { archive, io: context.io }),
      ),
    ),
  );
}

type ShowOptions = ReturnType<ReturnType<typeof define>['opts']>;

function define(command: Command) {
  return command
    .argument('<capture>', 'Number, latest, latest:TYPE, start of a hash')
    .option('--path </path>', 'Only the value at this JSON pointer', asArgument(parsePointer))
    .option('--reveal', 'Show personal values too')
    .addOption(new Option('--raw', 'The bytes that came, personal values included').conflicts('json'))
    .option('--head', 'Its headers, its images and each attempt to send it instead of the body')
    .option('--json', 'Print one JSON document: the capture, its attempts and its body')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES);
}

/**
 * Bytes of a body that takes so long that V8 gives young objects more room meanwhile: 236 MB of memory for 1 GiB, in place of 93. The flag
 * makes other work slower, so that small bodies do without it. Other engines ignore it.
 */
const LARGE_BYTES = 2 ** 24;

async function show(
  entry: CaptureEntry,
  options: ShowOptions,
  { archive, io }: { readonly archive: Archive; readonly io: Io },
): Promise<void> {
  const { path, raw, head, json } = options;
  const isRevealed = options.reveal === true;
  if (json) {
    return writeCaptureView(archive, entry, { io, pointer: path ?? [], isRevealed, hasBody: !head });
  }
  if (head) {
    showHeaders(archive, entry, { isRevealed, io });
    return showAttempts(archive, entry, { isRevealed, io });
  }
  const { captured } = entry;
  if (captured.body.bytes > LARGE_BYTES) setFlagsFromString('--semi-space-growth-factor=1');
  const opened = raw ? archive.openBody(captured) : archive.openContent(captured);
  const body = opened as AsyncIterable<Uint8Array>; // No encoding is set, so the chunks are bytes.
  let isEmpty = true;
  for await (const part of raw ? body : prettyBody(body, { ...(path && { pointer: path }), isRevealed })) {
    isEmpty = false;
    io.stdout[raw ? 'raw' : 'write'](part);
    await io.stdout.drained?.();
    if (io.signal.aborted) return;
  }
  if (!isEmpty || path === undefined || raw) return;
  throw new CliError({
    code: 'path-missing',
    message: `Cannot show that part of capture ${captured.id}: there is nothing at the path.`,
    fix: 'Steps are keys and indices from 0, such as /extra/ekyc/liveness/attempts/0. See the whole with idvkit show.',
  });
}

interface HeadOptions {
  readonly isRevealed: boolean;
  readonly io: Io;
}

function showHeaders(archive: Archive, entry: CaptureEntry, { isRevealed, io }: HeadOptions): void {
  const captured = isRevealed ? entry.captured : maskRequest(entry.captured);
  io.stdout.write(`${entryLine(entry)}\n${captured.method} ${printable(captured.path)}\n`);
  for (const [name, value] of captured.headers) io.stdout.write(`${printable(name)}: ${printable(value)}\n`);
  if (captured.source !== undefined) io.stdout.write(`came by ${printable(captured.source)}\n`);
  const { fidelity = 'wire' } = captured;
  if (fidelity !== 'wire') io.stdout.write(`its body is not what travelled, but ${FIDELITIES[fidelity]}\n`);
  for (const { offset, outcome } of archive.imagesOf(captured.id)) {
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
  { captured }: CaptureEntry,
  { isRevealed, io }: HeadOptions,
): Promise<void> {
  const attempts = archive.attemptsOf(captured.id);
  const answers = archive.answersOf(captured.id);
  for (const [index, { at, target, number, durationMs = 0, outcome, run }] of attempts.entries()) {
    const happened = outcome === 'started' ? 'started' : `${outcomeText(outcome)} in ${Math.round(durationMs)} ms`;
    const how = run === undefined ? 'passed on to' : 'sent to';
    const from = run === undefined ? '' : `  run ${run}${howSent(archive, run)}`;
    io.stdout.write(`${at}  ${how} ${printable(target)}  attempt ${number}  ${happened}${from}\n`);
    const answer = answers[index];
    if (answer === undefined) continue;
    const text = isRevealed ? answer.text : await maskedAnswer(archive, captured, answer.text);
    io.stdout.write(answerLine(answer, text));
  }
  if (attempts.length === 0) io.stderr.write('It was neither passed on nor sent\n');
}

/** Says in what a run sends other bytes than those that came. */
function howSent(archive: Archive, run: string): string {
  const { mode, set = [] } = archive.findRun(run)?.plan ?? {};
  const edited = set.length === 0 ? '' : `  edited: ${set.map(({ pointer }) => printable(pointer)).join(', ')}`;
  return `${mode === 'fresh' ? '  fresh' : ''}${edited}`;
}
