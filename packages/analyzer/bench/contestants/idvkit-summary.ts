// The whole summary: beside the job, scripts, years, domains, duplicates, values, percentiles, warnings.
import { createReadStream } from 'node:fs';

import { summarize } from '@idvkit/analyzer';

import { file, report, type Counts } from './counts.ts';

const counts = { hits: 0, aliases: 0, sources: 0, snippets: 0, bytes: 0 } satisfies Counts;
const summary = await summarize(createReadStream(file, { highWaterMark: 1_024 * 1_024 }));
for (const { hits } of summary.documents.flatMap(({ providers }) =>
  providers.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries)),
)) {
  counts.hits += hits.count;
  counts.bytes += hits.bytes;
  for (const { path, elements } of hits.arrays) {
    if (path === 'doc.aka') counts.aliases += elements;
    if (path === 'doc.sources') counts.sources += elements;
  }
}
report(counts);
