// stream-json's parser alone: tokens counted, nothing built.
import { createReadStream } from 'node:fs';

import { parser } from 'stream-json/parser.js';

import { file, report } from './counts.ts';

let hits = 0;
/** Containers around a hit. */
const HITS_DEPTH = 13;
let depth = 0;
const tokens = createReadStream(file, { highWaterMark: 1_024 * 1_024 }).pipe(
  parser.asStream({ packValues: false, streamValues: false }),
);
for await (const { name } of tokens as AsyncIterable<{ name: string }>) {
  if (name === 'startObject' || name === 'startArray') {
    depth += 1;
    if (depth === HITS_DEPTH && name === 'startObject') hits += 1;
  } else if (name === 'endObject' || name === 'endArray') depth -= 1;
}
report({ hits });
