import type { ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { buildReport, type ReportOptions } from '../../src/lib/report/build-report.ts';
import { createMasker } from '../../src/lib/report/mask/create-masker.ts';
import { withAllMessages, withCitedMessages } from '../../src/lib/report/masked-messages.ts';
import type { Page } from '../../src/lib/report/terminal/page.ts';

export const tool = { name: 'idvkit', version: '0.1.0' };

/** A page without colours. */
export function plainPage(changes: Partial<Page> = {}): Page {
  return { paint: (_style, text) => text, columns: 80, verbose: false, quiet: false, ...changes };
}

/** The report of a run, with fingerprints that stay the same, and the messages that its findings point at. */
export function reportOf(run: ConformanceRun, options: Partial<ReportOptions> = {}): ConformanceReport {
  const masker = createMasker(run, { key: 'test' });
  return withCitedMessages(buildReport(run, { masker, tool, today: '2026-01-05', ...options }), run, masker);
}

/** The report of a run with all messages. */
export function wholeReportOf(run: ConformanceRun): ConformanceReport {
  const masker = createMasker(run, { key: 'test' });
  return withAllMessages(buildReport(run, { masker, tool, today: '2026-01-05' }), run, masker);
}
