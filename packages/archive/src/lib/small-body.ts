import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { codingsAtRest, packWhole, type BodyEncoding } from './content-coding.ts';

/** Bodies up to this size are written with their line; larger ones on their own, as they stream in. */
export const SMALL_BODY_BYTES = 65_536;

/**
 * Writes a small body to where it belongs, without syncing it. A file that is there may be the only copy of an acknowledged body:
 * it stays if it is the same, and is replaced as a whole, by one that is synced, if not.
 */
export function writeSmallBody(path: string, bytes: Uint8Array, encoding: BodyEncoding): void {
  const folder = dirname(path);
  // Not recursive: an archive that was moved away is not made again.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const encoded = packWhole(bytes, codingsAtRest(encoding));
  const isThere = existsSync(path);
  if (isThere && readFileSync(path).equals(encoded)) return;
  const written = isThere ? `${path}.part` : path;
  const file = openSync(written, isThere ? 'w' : 'wx', 0o600);
  try {
    for (let at = 0; at < encoded.byteLength;) at += writeSync(file, encoded, at);
    if (isThere) fsyncSync(file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  if (isThere) renameSync(written, path);
}
