// @streamparser/json: hits handed over one by one.
import { createReadStream } from 'node:fs';

import { JSONParser } from '@streamparser/json';

import { addHit, file, report, type Counts } from './counts.ts';

const counts: Counts = { hits: 0, aliases: 0, sources: 0, snippets: 0 };
const parser = new JSONParser({
  paths: ['$.extra.identity_aml.provider.*.output.provider.*.output.content.data.hits.*'],
  keepStack: false,
});
parser.onValue = ({ value }) => addHit(counts, value);
for await (const chunk of createReadStream(file, { highWaterMark: 1_024 * 1_024 })) parser.write(chunk as Uint8Array);
report(counts);
