// The limit: the file read, and nothing done with it.
import { openSync, readSync } from 'node:fs';

import { file, report } from './counts.ts';

const descriptor = openSync(file, 'r');
const buffer = new Uint8Array(256 * 1_024);
while (readSync(descriptor, buffer, 0, buffer.length, null) > 0);
report({});
