import {
  createPaint,
  createProgress,
  ExitCode,
  parseInteger,
  readVersion,
  runCli,
  type CliContext,
  type Main,
} from '@idvkit/cli-kit';

import { openInput } from '../input/open-input.ts';
import { readProfile } from '../input/read-profile.ts';
import { summarize } from '../summarize.ts';
import { sizeText } from '../view/size-text.ts';
import { terminalView } from '../view/terminal-view.ts';

const EXAMPLES = `
Examples:
  idv-analyze delivery.json              What is in a delivery, on one screen
  idv-analyze delivery.json.gz --json    The same as one JSON document
  zstd -dc big.zst | idv-analyze -       From standard input, of any size

A payload that is malformed or cut off gives what was seen until then, says where, and ends with exit code 2.`;

interface AnalyzeOptions {
  readonly json?: true | undefined;
  readonly top: number;
  readonly profile?: string | undefined;
  readonly reveal?: true | undefined;
}

/** The command `idv-analyze`. */
export const main: Main = (argv, io) =>
  runCli({
    name: 'idv-analyze',
    version: readVersion(import.meta.url),
    argv,
    io,
    program: (program, context) =>
      program
        .description('Says what is in an identity verification payload of any size, in constant memory.')
        .argument('<input>', 'JSON file, one that ends in .gz or .zst, or - for standard input')
        .option('--json', 'Print one JSON document (idvkit.payload-summary) and nothing else')
        .option('--top <n>', 'How many of the largest hits are named', parseInteger({ min: 1, max: 1_000 }), 10)
        .option('--profile <file>', 'Fields of a hit that are shown: {"label": …, "values": […]}')
        .option('--reveal', 'Show personal values, such as the names of hits')
        .addHelpText('after', EXAMPLES)
        .action(context.run((input: string, options: AnalyzeOptions) => analyze(input, options, context))),
  });

async function analyze(input: string, options: AnalyzeOptions, { io }: CliContext): Promise<ExitCode> {
  const profile = options.profile === undefined ? undefined : await readProfile(options.profile, io.cwd);
  const { stream, size } = await openInput(input, io);
  const progress = createProgress({ io, clock: Date });
  const summary = await summarize(stream, {
    top: options.top,
    reveal: options.reveal === true,
    signal: io.signal,
    onProgress: (bytes) =>
      progress.update(`${sizeText(bytes)}${size === undefined ? '' : ` of ${sizeText(size)}`} read`),
    ...(profile && { profile }),
  }).finally(() => progress.end());
  if (options.json) io.stdout.write(`${JSON.stringify(summary)}\n`);
  else io.stdout.write(`${terminalView(summary, createPaint(io.stdout, io.env))}\n`);
  if (summary.complete) return ExitCode.ok;
  io.stderr.write(`idv-analyze: Cannot read "${input}" to its end: ${summary.problem?.message ?? 'it ended early'}.\n`);
  return ExitCode.unusable;
}
