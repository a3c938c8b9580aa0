import { resolve } from 'node:path';

import { checkValue, CliError, createPaint, readJsonFile, type Io } from '@idvkit/cli-kit';
import { at } from '@idvkit/json';
import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';

import { REPORT_KINDS, type ReportKind } from '../report/report-writers.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import type { AddCommand } from './command.ts';
import { checkReportFiles, writeReportFiles } from './report-files.ts';

const EXAMPLES = `
Examples:
  Read a report that a CI job saved with --report json=report.json:
    idv-conformance report report.json --verbose
  Make a page and JUnit of it:
    idv-conformance report report.json --html report.html --junit junit.xml`;

/** A saved report has only the messages that findings point at: too few for an HTTP archive. */
const KINDS = REPORT_KINDS.filter((kind) => kind !== 'json' && kind !== 'har');

type ReportCommandOptions = Readonly<Partial<Record<ReportKind, string>>> & { readonly verbose?: true | undefined };

export const addReportCommand: AddCommand = (base, context) => {
  const command = base
    .argument('<file>', 'Report that --report json=FILE wrote')
    .option('--verbose', 'List every rule and every finding');
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
  const saved = await readReport(file, io.cwd);
  if (files.length > 0) return writeReportFiles(files, () => saved, io);
  const { stdout, env } = io;
  const page = { paint: createPaint(stdout, env), columns: stdout.columns, quiet: false };
  stdout.write(terminalReport(saved, { ...page, verbose: options.verbose === true }));
}

async function readReport(file: string, cwd: string): Promise<ConformanceReport> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'report-unreadable',
      message: `Cannot read the report "${file}": ${state}.`,
      fix: 'Name a file that this version of idv-conformance wrote with --report json=FILE.',
      cause,
    });
  const value = await readJsonFile(resolve(cwd, file), { unusable });
  if (at(value, 'format') !== 'idvkit.conformance-report') throw unusable('it is not a report of idv-conformance');
  const version = at(value, 'version');
  if (version !== 2) {
    throw unusable(
      `it has ${typeof version === 'number' ? `version ${version}` : 'no version'} of the format, not version 2`,
    );
  }
  return checkValue<ConformanceReport>(conformanceReport, value, unusable);
}
