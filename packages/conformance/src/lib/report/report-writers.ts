import type { ConformanceReport } from '@idvkit/schema/formats';

import { githubAnnotations } from './github-annotations.ts';
import { harReport } from './har-report.ts';
import { htmlReport } from './html/html-report.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown/markdown-report.ts';

export const REPORT_KINDS = ['html', 'markdown', 'json', 'junit', 'har', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_WRITERS: Readonly<Record<ReportKind, (report: ConformanceReport) => string | Iterable<string>>> = {
  html: htmlReport,
  markdown: markdownReport,
  json: jsonReport,
  junit: junitReport,
  har: harReport,
  github: githubAnnotations,
};

/** Writes a report as one JSON document, in the format `idvkit.conformance-report`. */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
