import { resolve } from 'node:path';

import { writeFileAtomic, type FileContent, type Io } from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { githubAnnotations } from '../report/github/github-annotations.ts';
import { harReport } from '../report/har-report.ts';
import { htmlReport } from '../report/html/html-report.ts';
import { junitReport } from '../report/junit-report.ts';
import { markdownReport } from '../report/markdown/markdown-report.ts';
import type { Masker } from '../report/mask/masker.ts';
import { STDOUT, type ReportFile, type ReportKind } from './report-file.ts';

/** All that reports are made of. */
export interface Reported {
  readonly run: ConformanceRun;
  readonly report: ConformanceReport;
  readonly masker: Masker;
  readonly failOnWarning: boolean;
}

/**
 * Writes reports to files, each whole or not at all and readable by the owner alone, or to stdout.
 *
 * @throws {CliError} `file-unwritable` for the first that cannot be written, once all others are.
 */
export async function writeReports(
  files: readonly ReportFile[],
  reported: Reported,
  { cwd, stdout }: Pick<Io, 'cwd' | 'stdout'>,
): Promise<void> {
  for (const { file } of files) {
    if (file === STDOUT) stdout.raw(githubAnnotations(reported.report, reported));
  }
  const results = await Promise.allSettled(
    files
      .filter(({ file }) => file !== STDOUT)
      .map(({ kind, file }) => writeFileAtomic(resolve(cwd, file), contentOf(kind, reported))),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** A report as a text on one document. */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function contentOf(kind: ReportKind, { run, report, masker, failOnWarning }: Reported): FileContent {
  switch (kind) {
    case 'json':
      return jsonReport(report);
    case 'junit':
      return junitReport(report, { failOnWarning });
    case 'har':
      return harReport(run, { masker, tool: report.tool });
    case 'html':
      return htmlReport(report, { observations: run.observations, masker });
    case 'markdown':
      return markdownReport(report);
    case 'github':
      return githubAnnotations(report, { failOnWarning });
  }
}
