import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Archive } from './archive.ts';
import type { JournalProblem } from './read-journal.ts';

/** What is wrong with an archive. */
export type ArchiveFault =
  | ({ readonly kind: 'journal-line' } & JournalProblem)
  | { readonly kind: 'body-missing'; readonly id: number }
  /** The bytes are not those that were received. */
  | { readonly kind: 'body-changed'; readonly id: number }
  /** A body or part of one that no capture names: what a crash left behind before it was acknowledged. */
  | { readonly kind: 'orphan'; readonly file: string };

/** What a look at every byte of an archive found. */
export interface Verification {
  readonly captures: number;
  readonly bytes: number;
  readonly faults: readonly ArchiveFault[];
}

/** Reads a whole archive and checks every checksum and hash. Changes nothing. */
export async function verifyArchive(archive: Archive): Promise<Verification> {
  const faults: ArchiveFault[] = [];
  const captures = await archive.captures((problem) => faults.push({ kind: 'journal-line', ...problem }));
  const checked = new Map<string, 'right' | 'changed' | 'missing'>();
  let bytes = 0;
  for (const { id, body } of captures) {
    let state = checked.get(body.sha256);
    if (state === undefined) {
      state = await checkBody(archive, body.sha256);
      checked.set(body.sha256, state);
    }
    if (state === 'missing') faults.push({ kind: 'body-missing', id });
    if (state === 'changed') faults.push({ kind: 'body-changed', id });
    bytes += body.bytes;
  }
  const folder = join(archive.folder, 'bodies');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isFile() && !checked.has(entry.name.replace(/\.body(\.zst|\.gz)?$/, '')))
      faults.push({ kind: 'orphan', file: entry.name });
  }
  return { captures: captures.length, bytes, faults };
}

async function checkBody(archive: Archive, sha256: string): Promise<'right' | 'changed' | 'missing'> {
  if ((await archive.bodies.locate(sha256)) === undefined) return 'missing';
  const hash = createHash('sha256');
  for await (const chunk of await archive.bodies.read(sha256)) hash.update(chunk as Uint8Array); // No encoding is set.
  return hash.digest('hex') === sha256 ? 'right' : 'changed';
}
