import type { ConformanceReport } from '@idvkit/schema/formats';

/** Writes a report as one JSON document, in the format `idvkit.conformance-report`. */
export function jsonReport(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
