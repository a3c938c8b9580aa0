import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { buildReport } from './build-report.ts';
import { createMasker } from './mask/create-masker.ts';
import { TOOL } from './tool.ts';

/** What decides how a run is judged as a whole. */
export interface CreateReportOptions {
  /** Rules that are known to be broken. Default: none. */
  readonly baseline?: Baseline;
  /** Ids of rules that must have been exercised. Default: none. */
  readonly required?: readonly string[];
  /** Whether a warning fails the run. Default false. */
  readonly failOnWarning?: boolean;
  /** Day on which baselines are looked at, `2026-01-05`. Default: the day on which the run started. */
  readonly today?: string;
}

/**
 * Makes the report of a run, as `idv-conformance run --json` prints it. Everything personal in it is masked: unlike the run
 * itself it may be kept and shown.
 *
 * @example
 * const report = createReport(await runConformance());
 * report.summary.failed // 0
 */
export function createReport(run: ConformanceRun, options: CreateReportOptions = {}): ConformanceReport {
  const today = options.today ?? run.startedAt.slice(0, 10);
  return buildReport(run, { ...options, today, masker: createMasker(run), tool: TOOL });
}
