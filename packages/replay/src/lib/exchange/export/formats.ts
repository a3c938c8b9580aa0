import { curlExport } from './export-curl.ts';
import { harExport } from './export-har.ts';
import { ndjsonExport } from './export-ndjson.ts';
import type { ExportFormat } from './exported.ts';

export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  har: harExport,
  curl: curlExport,
  ndjson: ndjsonExport,
};

export type ExportFormatName = 'har' | 'curl' | 'ndjson';
