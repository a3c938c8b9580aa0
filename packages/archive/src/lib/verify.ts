import { createHash } from 'node:crypto';

import type { ArchiveVerification } from '@idvkit/schema/formats';

import type { Archive } from './archive.ts';
import { toCaptured, toImage, type Row } from './capture-rows.ts';
import { Eraser } from './eraser.ts';

/** Problem of an archive. */
export type ArchiveFault = ArchiveVerification['faults'][number];

/** Result of reading every byte of an archive. */
export interface Verification {
  readonly captures: number;
  /** Bytes of all bodies, as received. */
  readonly bytes: number;
  readonly faults: readonly ArchiveFault[];
  /** False where `signal` ended it early. */
  readonly complete: boolean;
}

const MAX_DATABASE_FAULTS = 20;

/** Reads a whole archive and checks what SQLite checks, each body and image, and that no number is missing. Changes nothing. */
export async function verifyArchive(
  archive: Archive,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Verification> {
  const { database, files } = archive.store;
  const faults: ArchiveFault[] = [];
  let [captures, bytes] = [0, 0];
  const result = (complete: boolean): Verification => ({ captures, bytes, faults, complete });
  for (const { integrity_check: problem } of database.prepare(`PRAGMA integrity_check(${MAX_DATABASE_FAULTS})`).all()) {
    if (problem !== 'ok') faults.push({ kind: 'database', problem: String(problem) });
  }
  // Pages that are damaged may go round in circles.
  if (faults.length > 0) return result(true);
  const lastGiven = Number(archive.store.get("SELECT seq FROM sqlite_sequence WHERE name = 'captures'")?.['seq'] ?? 0);
  let expected = 1;
  const noteMissing = (next: number): void => {
    for (; expected < next; expected += 1) faults.push({ kind: 'capture-missing', id: expected });
    expected = next + 1;
  };
  for (const row of pagesOf(archive)) {
    if (signal?.aborted === true) return result(false);
    const id = Number(row['id']);
    noteMissing(id);
    if (row['erased'] === 1) continue;
    captures += 1;
    bytes += Number(row['bytes']);
    const state = await stateOfBody(row, archive);
    // It may have been erased since.
    if (state !== undefined && archive.count({ ids: [id, id] }) > 0) faults.push({ kind: state, id });
  }
  noteMissing(lastGiven + 1);
  for (const row of archive.store.all('SELECT * FROM images WHERE file IS NOT NULL ORDER BY capture, rowid')) {
    if (signal?.aborted === true) return result(false);
    const id = Number(row['capture']);
    const state = await stateOf(String(row['sha256']), () => {
      toImage(row);
      return files.sizeOf(String(row['file'])) === undefined ? undefined : files.read(String(row['file']));
    });
    if (state !== 'whole' && archive.count({ ids: [id, id] }) > 0) faults.push({ kind: `image-${state}`, id });
  }
  for (const file of await new Eraser(archive.store).leftOver())
    faults.push({ kind: 'orphan', file: `bodies/${file}` });
  return result(true);
}

/** Yields the rows of all captures, erased ones too, with what is in their rows of `contents`. */
function* pagesOf({ store }: Archive): Generator<Row> {
  for (let after = 0; ;) {
    const rows = store.all(
      'SELECT captures.*, head, body FROM captures LEFT JOIN contents ON capture = id WHERE id > ? ORDER BY id LIMIT 200',
      after,
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last['id']);
  }
}

async function stateOfBody(
  row: Row,
  { store }: Archive,
): Promise<Exclude<ArchiveFault['kind'], 'database' | 'orphan'> | undefined> {
  try {
    toCaptured(row);
  } catch {
    return 'capture-changed';
  }
  const { body, file, sha256 } = row;
  if (body instanceof Uint8Array && file === null) {
    return createHash('sha256').update(body).digest('hex') === sha256 ? undefined : 'body-changed';
  }
  const state = await stateOf(String(sha256), () =>
    file === null || store.files.sizeOf(String(file)) === undefined ? undefined : store.files.read(String(file)),
  );
  return state === 'whole' ? undefined : `body-${state}`;
}

async function stateOf(
  sha256: string,
  open: () => AsyncIterable<Uint8Array> | undefined,
): Promise<'whole' | 'missing' | 'changed'> {
  try {
    const parts = open();
    if (parts === undefined) return 'missing';
    const hash = createHash('sha256');
    for await (const part of parts) hash.update(part);
    return hash.digest('hex') === sha256 ? 'whole' : 'changed';
  } catch {
    return 'changed';
  }
}
