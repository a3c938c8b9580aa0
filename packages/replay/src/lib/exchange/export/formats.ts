import { curlExport } from './export-curl.ts';
import { harExport } from './export-har.ts';
import { ndjsonExport } from './export-ndjson.ts';
import type { ExportFormat } from './exported.ts';

export const exportFormats = {
  har: harExport,
  curl: curlExport,
  ndjson: ndjsonExport,
} as const satisfies Readonly<Record<string, ExportFormat>>;
