import { closeSync, openSync, writeFileSync } from 'node:fs';

import { payload, type PayloadOptions } from './payload.ts';
import type { Profile } from './profiles.ts';

/** Pieces that are written at once. */
const PIECES = 200;

/** Writes a payload to a file. */
export function writePayload(path: string, profile: Profile, options: PayloadOptions): void {
  const file = openSync(path, 'w');
  let pieces: string[] = [];
  for (const piece of payload(profile, options)) {
    pieces.push(piece);
    if (pieces.length < PIECES) continue;
    writeFileSync(file, pieces.join(''));
    pieces = [];
  }
  writeFileSync(file, pieces.join(''));
  closeSync(file);
}
