import { createPaint, type Io } from '@idvkit/cli-kit';

import { comparedWith } from '../report/earlier-reports.ts';
import { REPORT_KINDS, type ReportKind } from '../report/report-writers.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import type { AddCommand } from './command.ts';
import { diagnosed } from './judging.ts';
import { readReport } from './read-report.ts';
import { checkReportFiles, writeReportFiles } from './report-files.ts';

const EXAMPLES = `
Examples:
  Read a report that a CI job saved with --report json=report.json:
    idv-conformance report report.json --verbose
  Make a page and JUnit of it:
    idv-conformance report report.json --html report.html --junit junit.xml`;

/** A saved report has only the messages that findings point at: too few for an HTTP archive. */
const KINDS = REPORT_KINDS.filter((kind) => kind !== 'json' && kind !== 'har');

type ReportCommandOptions = Readonly<Partial<Record<ReportKind, string>>> & {
  readonly compare?: string | undefined;
  readonly verbose?: true | undefined;
};

export const addReportCommand: AddCommand = (base, context) => {
  const command = base
    .argument('<file>', 'Report that --report json=FILE wrote')
    .option('--compare <report>', 'Mark what changed since this report')
    .option('--verbose', 'Show every rule, finding and discovery');
  for (const kind of KINDS) command.option(`--${kind} <file>`, `Write it as ${kind}`);
  command
    .addHelpText('after', EXAMPLES)
    .action(context.run((file: string, options: ReportCommandOptions) => report(file, options, context.io)));
};

async function report(file: string, options: ReportCommandOptions, io: Io): Promise<void> {
  const files = KINDS.flatMap((kind) => {
    const target = options[kind];
    return target === undefined ? [] : [{ kind, file: target }];
  });
  await checkReportFiles(files, io);
  const { compare } = options;
  const read = await readReport(file, io.cwd);
  const saved = await diagnosed(compare === undefined ? read : comparedWith(read, await readReport(compare, io.cwd)));
  if (files.length > 0) return writeReportFiles(files, () => saved, io);
  const { stdout, env } = io;
  const page = { paint: createPaint(stdout, env), columns: stdout.columns, quiet: false };
  stdout.write(terminalReport(saved, { ...page, verbose: options.verbose === true }));
}
