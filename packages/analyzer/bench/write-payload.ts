import { closeSync, openSync, writeFileSync } from 'node:fs';

import { payload, type PayloadOptions } from './payload.ts';
import type { Profile } from './profiles.ts';

/** Characters that are written at once: a string cannot hold many of the longest hits. */
const MAX_WRITE_LENGTH = 1_000_000;

/** Writes a payload to a file. */
export function writePayload(path: string, profile: Profile, options: PayloadOptions): void {
  const file = openSync(path, 'w');
  let text = '';
  for (const piece of payload(profile, options)) {
    text += piece;
    if (text.length < MAX_WRITE_LENGTH) continue;
    writeFileSync(file, text);
    text = '';
  }
  writeFileSync(file, text);
  closeSync(file);
}
