import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

import type { JournalEntry } from '@idvkit/schema/formats';

/** A capture to be written. */
export interface WrittenCapture {
  readonly body: string;
  /** What stands in the body's file in its place. */
  readonly spoilt?: string;
  readonly broken?: true;
  readonly erased?: true;
}

/** Writes a capture archive as docs/formats.md describes it. */
export async function writeCaptureFolder(
  path: string,
  captures: readonly WrittenCapture[],
  spoil: (journal: string) => string = (journal) => journal,
): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'format.json'), '{"format":"idvkit.capture","version":4}\n');
  const facts: JournalEntry[] = [];
  for (const [index, { body, spoilt, broken, erased }] of captures.entries()) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const file = join(path, 'bodies', sha256.slice(0, 2), `${sha256}.body`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, spoilt ?? body);
    const at = '2026-01-05T03:00:00.000Z';
    const bytes = Buffer.byteLength(body);
    facts.push({
      kind: 'captured',
      id: index + 1,
      receivedAt: at,
      method: 'POST',
      path: '/',
      headers: [],
      bearer: 'match',
      body: { sha256, bytes, complete: broken !== true },
      answer: 204,
    });
    if (erased) facts.push({ kind: 'erased', id: index + 1, at });
  }
  await writeFile(join(path, 'journal.ndjson'), spoil(facts.map(toLine).join('')));
}

function toLine(fact: JournalEntry): string {
  const text = JSON.stringify(fact);
  return `${text.slice(0, -1)},"crc32":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
}
