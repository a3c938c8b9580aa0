import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writevSync } from 'node:fs';
import { dirname } from 'node:path';

import { systemErrorCode } from '@idvkit/cli-kit';

import { codingsAtRest, packWhole, type BodyEncoding } from './content-coding.ts';

/** Bodies up to this size are written with their line; larger ones on their own, as they stream in. */
export const SMALL_BODY_BYTES = 65_536;

/**
 * Writes a small body to where it belongs, without syncing it. A file that is there may be the only copy of an acknowledged body:
 * it stays if it is the same, and is replaced as a whole, by one that is synced, if not.
 */
export function writeSmallBody(path: string, bytes: Uint8Array, encoding: BodyEncoding): void {
  const encoded = packWhole(bytes, codingsAtRest(encoding));
  try {
    writeNewFile(path, [encoded]);
    return;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  if (readFileSync(path).equals(encoded)) return;
  const written = `${path}.part`;
  rmSync(written, { force: true });
  writeNewFile(written, [encoded], { isSynced: true });
  renameSync(written, path);
}

/** Writes a file that is not there yet, and the folder that it is in. @throws what the disk said; then there is none. */
export function writeNewFile(
  path: string,
  parts: readonly Uint8Array[],
  { isSynced = false }: { readonly isSynced?: boolean } = {},
): void {
  const file = openNew(path);
  try {
    let left = parts.filter(({ byteLength }) => byteLength > 0);
    while (left.length > 0) left = withoutFirst(left, writevSync(file, left));
    if (isSynced) fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    // Not recursive: an archive that was moved away is not made again.
    mkdirSync(dirname(path), { mode: 0o700 });
    return openSync(path, 'wx', 0o600);
  }
}

/** The parts that follow so many bytes: a disk may take fewer than it is given. */
function withoutFirst(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  return parts.flatMap((part) => {
    const rest = part.subarray(Math.min(skipped, part.byteLength));
    skipped -= part.byteLength - rest.byteLength;
    return rest.byteLength > 0 ? [rest] : [];
  });
}
