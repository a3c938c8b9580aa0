import { z } from 'zod';

import { requestPath } from '../capture/request-path.ts';
import { readCsv } from './csv.ts';
import { bodyOf, headersOf, momentOf, type ImportedPart, type ImportReader } from './imported.ts';
import { jsonElements } from './json-elements.ts';

const request = z.object({
  method: z.string().nullish(),
  url: z.string().nullish(),
  content: z.string().nullish(),
  headers: z.unknown().optional(),
  created_at: z.unknown().optional(),
});

/** Reads the JSON that webhook.site's API gives: an object with `data`, or the array alone. */
export const readWebhookSite: ImportReader = async function* readWebhookSite(input) {
  const isRequest = (path: readonly (string | number)[]): boolean =>
    (path.length === 2 && path[0] === 'data') || (path.length === 1 && typeof path[0] === 'number');
  for await (const { value, line } of jsonElements(input, isRequest)) yield partOf(value, `at line ${line}`);
};

/** Reads webhook.site's CSV export: columns are found by their names in the first row. */
export const readWebhookSiteCsv: ImportReader = async function* readWebhookSiteCsv(input) {
  for await (const { record, line } of readCsv(input)) {
    const { headers } = record;
    yield partOf({ ...record, headers: headers === undefined ? undefined : parsed(headers) }, `at line ${line}`);
  }
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partOf(value: unknown, where: string): ImportedPart {
  const read = request.safeParse(value);
  if (!read.success) return { kind: 'skipped', why: `the request ${where} is none of webhook.site` };
  const { method, url, content, headers, created_at: createdAt } = read.data;
  if (!content) return { kind: 'skipped', why: 'requests without a body' };
  return {
    kind: 'delivery',
    delivery: {
      method: (method ?? 'POST').toUpperCase(),
      path: requestPath(url ?? '/'),
      headers: headersOf(headers),
      body: bodyOf(Buffer.from(content)),
      receivedAt: momentOf(createdAt),
      fidelity: 'decoded',
    },
  };
}
