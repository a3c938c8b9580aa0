import type { ConformanceReport } from '@idvkit/schema/formats';

import { githubAnnotations } from './github-annotations.ts';
import { harReport } from './har-report.ts';
import { htmlReport } from './html/html-report.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown/markdown-report.ts';

export const REPORT_WRITERS = {
  html: htmlReport,
  markdown: markdownReport,
  json: jsonReport,
  junit: junitReport,
  har: harReport,
  github: githubAnnotations,
} as const satisfies Readonly<Record<string, (report: ConformanceReport) => string | Iterable<string>>>;

export type ReportKind = keyof typeof REPORT_WRITERS;

export const REPORT_KINDS = Object.keys(REPORT_WRITERS) as readonly ReportKind[]; // The keys of the table.

/** Writes a report as one JSON document, in the format `idvkit.conformance-report`. */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
