import { bareBody, type ImportReader } from './imported.ts';
import { readHar } from './read-har.ts';
import { readNdjson } from './read-ndjson.ts';
import { readWebhookSite } from './read-webhook-site.ts';

export type ImportFormat = 'har' | 'json' | 'ndjson' | 'webhook.site';

export const importReaders: Readonly<Record<ImportFormat, ImportReader>> = {
  har: readHar,
  json: async function* readJson(input) {
    yield bareBody(input);
  },
  ndjson: readNdjson,
  'webhook.site': readWebhookSite,
};

/** Detects the format of a file by its name and its first 64 KiB. A JSON object or array that is nothing else is one body. */
export function detectFormat(name: string, head: Buffer): ImportFormat | undefined {
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/\.har$/i.test(name) || /^\{\s*"log"\s*:\s*\{/.test(text)) return 'har';
  if (/\.(?:ndjson|jsonl)$/i.test(name) || isLines(text)) return 'ndjson';
  if (/^\{\s*"data"\s*:\s*\[\s*\{/.test(text) && /"content"\s*:/.test(text)) return 'webhook.site';
  return /^[{[]/.test(text) ? 'json' : undefined;
}

/** Checks whether the first line is a JSON object and another begins after it. */
function isLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end === -1 || !/^\s*\{/.test(text.slice(end))) return false;
  try {
    return typeof JSON.parse(text.slice(0, end)) === 'object';
  } catch {
    return false;
  }
}
