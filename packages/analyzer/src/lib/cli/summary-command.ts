import { resolve } from 'node:path';

import {
  collect,
  collectEach,
  createPaint,
  ExitCode,
  parseReport,
  readVersion,
  writeFileAtomic,
  type AddCommand,
  type Io,
  type ReportFile,
} from '@idvkit/cli-kit';

import { readView } from './read-view.ts';
import { FILES_FROM, INPUTS, LINES, parseWorkers, PROFILE, REVEAL, type ReadingOptions } from './reading-options.ts';
import { wrongUse } from './sources.ts';

/** Hits and submissions are tables: Parquet, or JSON lines of hits. */
const REPORT_KINDS = ['html', 'hits', 'submissions'] as const;

interface SummaryOptions extends ReadingOptions {
  readonly json?: boolean | undefined;
  readonly report: readonly ReportFile<(typeof REPORT_KINDS)[number]>[];
  /** Earlier payload. */
  readonly since?: string | undefined;
}

/** Adds the command that sums up payloads. It runs if no command is named. */
export const addSummary: AddCommand = (command, { io, run }) => {
  command
    .argument(...INPUTS)
    .optionsGroup('Result:')
    .option('--json', 'Print one JSON document and nothing else')
    .option(
      '--report <kind=file>',
      `Also write: ${REPORT_KINDS.join(', ')}`,
      collectEach(parseReport(REPORT_KINDS)),
      [],
    )
    .addOption(
      command
        .createOption('--since <input>', 'Print hits that are new, gone or changed since an input')
        .conflicts('merge'),
    )
    .option(...PROFILE)
    .option(...REVEAL)
    .optionsGroup('Input:')
    .option(...FILES_FROM)
    .option(...LINES)
    .option('--merge <file>', 'Add a summary that --json printed', collect, [])
    .option('--workers <n>', 'Threads that share several documents', parseWorkers, 1)
    .addHelpText('after', EXAMPLES)
    .action(
      run((inputs: readonly string[], options: SummaryOptions) =>
        runSummary(inputs, options, { io, version: readVersion(import.meta.url) }),
      ),
    );
};

const EXAMPLES = `
Examples:
  A delivery as a page for a browser:
    idvkit analyze delivery.json.gz --report html=report.html
  From standard input, as one JSON document:
    zstd -dc big.zst | idvkit analyze - --json
  Many payloads; folders and capture archives, too:
    idvkit analyze 'deliveries/**/*.json'
  All hits for DuckDB, Spark and the like:
    idvkit analyze big.json --report hits=hits.parquet
  Inputs from a list:
    find /data -name '*.json' -print0 | idvkit analyze --files-from -
  Hits that are new, gone or changed, by id:
    idvkit analyze new.json --since old.json

Reports are html=FILE, hits=FILE.parquet or hits=FILE.ndjson, and submissions=FILE.parquet. The JSON document has the format idvkit.payload-summary, or idvkit.corpus-summary for many payloads. Files that hits are written to hold personal data; only you may read them. A payload that is malformed or cut off gives what was seen until then, says where, and ends with exit code 2.`;

async function runSummary(
  inputs: readonly string[],
  options: SummaryOptions,
  { io, version }: { readonly io: Io; readonly version: string },
): Promise<ExitCode> {
  const { since, json = false, report } = options;
  const filesOf = (wanted: (typeof REPORT_KINDS)[number]): readonly string[] =>
    report.filter(({ kind }) => kind === wanted).map(({ file }) => file);
  if (since !== undefined) {
    const { hitsSince } = await import('./hits-since.ts');
    if (report.some(({ kind }) => kind !== 'html')) throw wrongUse('With --since, the only report is html=FILE.');
    return hitsSince(inputs, { ...options, since, html: filesOf('html'), version }, io);
  }
  const outputs = { hits: filesOf('hits'), submissions: filesOf('submissions') };
  const view = await readView(inputs, { ...options, ...outputs }, io);
  const ended = view.hasFailures ? ExitCode.error : ExitCode.ok;
  for (const file of filesOf('html')) await writeFileAtomic(resolve(io.cwd, file), await view.html(version));
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  const text = json ? JSON.stringify(view.json) : view.terminal(page);
  // Of an input without any document, only the message on stderr is left.
  if (text === '') return ended;
  // The end of the line is written apart: a text of two parts is copied, and that of a corpus takes a MB.
  io.stdout.write(text);
  io.stdout.write('\n');
  return ended;
}
