// JSON.parse of the whole text, and a walk.
import { readFileSync } from 'node:fs';

import { addHit, file, report, type Counts } from './counts.ts';

interface Run {
  output: { provider: { output: { content: { data: { hits: unknown[] } } } }[] };
}

const counts: Counts = { hits: 0, aliases: 0, sources: 0, snippets: 0 };
const document = JSON.parse(readFileSync(file, 'utf8')) as { extra: { identity_aml: { provider: Run[] } } }; // As the generator writes it.
for (const { output } of document.extra.identity_aml.provider) {
  for (const entry of output.provider) for (const hit of entry.output.content.data.hits) addHit(counts, hit);
}
report(counts);
