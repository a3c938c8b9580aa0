import { resolve } from 'node:path';

import { writeFileAtomic, type FileContent } from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/conformance-run.ts';
import type { Masker } from '../masking/masker.ts';
import { harReport } from '../report/har-report.ts';
import { junitReport } from '../report/junit-report.ts';
import type { ReportFile, ReportKind } from './report-file.ts';

/** All that reports are made of. */
export interface Reported {
  readonly run: ConformanceRun;
  readonly report: ConformanceReport;
  readonly masker: Masker;
  readonly failOnWarning: boolean;
}

/**
 * Writes reports to files, each whole or not at all and readable by the owner alone.
 *
 * @throws {CliError} `file-unwritable` for the first that cannot be written, once all others are.
 */
export async function writeReports(files: readonly ReportFile[], reported: Reported, cwd: string): Promise<void> {
  const results = await Promise.allSettled(
    files.map(({ kind, file }) => writeFileAtomic(resolve(cwd, file), contentOf(kind, reported))),
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
  }
}
