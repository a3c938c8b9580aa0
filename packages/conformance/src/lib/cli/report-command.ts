import { collectEach, createPaint, parseReport, type Io, type ReportFile } from '@idvkit/cli-kit';

import { jsonReport } from '../report/report-writers.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import type { AddCommand } from './command.ts';
import { diagnosed } from './judging.ts';
import { readReport } from './read-report.ts';
import { checkReportFiles, FILE_KINDS, type FileKind, writeReportFiles } from './report-files.ts';

const EXAMPLES = `
Examples:
  Read a report that a CI job saved with --report json=report.json:
    idvkit report report.json --verbose
  Make a page and JUnit of it:
    idvkit report report.json --report html=report.html --report junit=junit.xml`;

/** Formats of a saved report: it has too few messages for an HTTP archive. */
const KINDS = FILE_KINDS.filter((kind) => kind !== 'har');

interface ReportOptions {
  readonly report: readonly ReportFile<FileKind>[];
  readonly json?: true | undefined;
  readonly verbose?: true | undefined;
}

export const addReportCommand: AddCommand = (command, context) => {
  command
    .argument('<file>', 'Report that --report json=FILE wrote')
    .option(
      '--report <kind=file>',
      `Write it in another format: ${KINDS.join(', ')}`,
      collectEach(parseReport(KINDS)),
      [],
    )
    .option('--json', 'Print it as one JSON document (idvkit.conformance-report)')
    .option('--verbose', 'Show every rule, finding and discovery')
    .addHelpText('after', EXAMPLES)
    .action(context.run((file: string, options: ReportOptions) => report(file, options, context.io)));
};

async function report(file: string, options: ReportOptions, io: Io): Promise<void> {
  const { report: files } = options;
  await checkReportFiles(files, { cwd: io.cwd, json: options.json });
  const saved = await diagnosed(await readReport(file, io.cwd));
  const { stdout, env } = io;
  if (options.json === true) stdout.write(jsonReport(saved));
  if (files.length > 0) await writeReportFiles(files, () => saved, io);
  if (options.json === true || files.length > 0) return;
  const page = { paint: createPaint(stdout, env), columns: stdout.columns, quiet: false };
  stdout.write(terminalReport(saved, { ...page, verbose: options.verbose === true }));
}
