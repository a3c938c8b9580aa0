import { curlExport } from './export-curl.ts';
import { harExport } from './export-har.ts';
import { k6Export } from './export-k6.ts';
import { locustExport } from './export-locust.ts';
import { ndjsonExport } from './export-ndjson.ts';
import type { ExportFormat } from './exported.ts';

export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  har: harExport,
  curl: curlExport,
  ndjson: ndjsonExport,
  k6: k6Export,
  locust: locustExport,
};

export type ExportFormatName = 'har' | 'curl' | 'ndjson' | 'k6' | 'locust';
