import type { HardenReport } from '@idvkit/schema/formats';

import { htmlHarden } from './html-harden.ts';
import { markdownHarden } from './markdown-harden.ts';

/** Writers of reports by kind. */
export const HARDEN_WRITERS = {
  html: htmlHarden,
  markdown: markdownHarden,
  json: jsonHarden,
} as const;

/** Writes a report as one JSON document. */
export function jsonHarden(report: HardenReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
