import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { buildReport } from './build-report.ts';
import { createMasker } from './mask/create-masker.ts';
import { withAllMessages, withCitedMessages } from './masked-messages.ts';
import { TOOL } from './tool.ts';

/** Options that decide the exit code and the content of a report. */
export interface CreateReportOptions {
  /** Rules known to fail. Default: none. */
  readonly baseline?: Baseline;
  /** Ids of rules that must have been tested. Default: none. */
  readonly required?: readonly string[];
  /** Set if a warning fails the run. Default false. */
  readonly failOnWarning?: boolean;
  /** Day on which baselines are looked at, `2026-01-05`. Default: the day on which the run started. */
  readonly today?: string;
  /**
   * Which masked messages the report holds: those that findings point at, up to 600,000 characters, or all. An HTTP archive
   * needs all. Default `cited`.
   */
  readonly messages?: 'cited' | 'all';
}

/**
 * Creates the report of a run, as `idvkit check --json` prints it. Everything personal in it is masked: unlike the run
 * itself, you may keep and show it.
 *
 * @example
 * const report = createReport(await runConformance());
 * report.summary.failed // 0
 */
export function createReport(
  run: ConformanceRun,
  { messages = 'cited', ...options }: CreateReportOptions = {},
): ConformanceReport {
  const masker = createMasker(run);
  const today = options.today ?? run.startedAt.slice(0, 10);
  const report = buildReport(run, { ...options, today, masker, tool: TOOL });
  return (messages === 'all' ? withAllMessages : withCitedMessages)(report, run, masker);
}
