import type { Comparison } from '@idvkit/schema/formats';

import { createReport } from '../../src/index.ts';
import { compareReports, type NamedReport } from '../../src/lib/compare/compare-reports.ts';
import { runAgainst } from '../independent-service/run-against.ts';
import type { Settings } from '../independent-service/settings.ts';

const TOOL = { name: 'idvkit', version: '0.1.0' };

/** Checks the independent service with some settings. */
export async function reportOn(
  settings: Settings,
  { seed, calls }: { readonly seed: number; readonly calls: number },
): Promise<NamedReport> {
  const run = await runAgainst(settings, (config) => ({
    ...config,
    seed,
    patienceSeconds: 10,
    budget: { ...config.budget, calls },
  }));
  return { name: `seed ${seed}`, report: createReport(run) };
}

export function compared(a: NamedReport, b: NamedReport): Comparison {
  return compareReports(a, b, TOOL);
}
