// stream-json: the arrays of hits picked out, each hit built and looked at.
import { createReadStream } from 'node:fs';

import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';

import { addHit, file, report, type Counts } from './counts.ts';

const counts: Counts = { hits: 0, aliases: 0, sources: 0, snippets: 0 };
const hits = createReadStream(file, { highWaterMark: 1_024 * 1_024 })
  .pipe(parser.asStream())
  .pipe(pick.asStream({ filter: /\.hits$/ }))
  .pipe(streamArray.asStream());
for await (const { value } of hits as AsyncIterable<{ value: unknown }>) addHit(counts, value);
report(counts);
