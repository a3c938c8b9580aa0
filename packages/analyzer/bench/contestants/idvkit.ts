import { scanFile } from '@idvkit/analyzer';
// The scanner: everything validated, everything measured that is measured of all hits.
import type { ScanHandler } from '@idvkit/analyzer/scan';

import { file, report, type Counts } from './counts.ts';

const counts = { hits: 0, aliases: 0, sources: 0, snippets: 0, bytes: 0, largest: 0 } satisfies Counts;
let key = '';
const handler: ScanHandler = {
  open: () => {
    const mode = key === 'hits' ? 'hits' : 'tokens';
    key = '';
    return mode;
  },
  close: () => {},
  key: (text) => {
    key = text;
  },
  scalar: () => {},
  wantsText: () => true,
  hits: ({ count, bytes }) => {
    for (let index = 0; index < count; index += 1) counts.largest = Math.max(counts.largest, bytes[index] ?? 0);
  },
  hitsEnd: ({ count, bytes, paths }) => {
    const at = (path: string): (typeof paths)[number] | undefined => paths.find((each) => each.path === path);
    counts.hits += count;
    counts.bytes += bytes;
    counts.aliases += at('doc.aka')?.elements ?? 0;
    counts.sources += at('doc.sources')?.elements ?? 0;
    counts.snippets += at('doc.media[].snippet')?.strings ?? 0;
  },
};
await scanFile(file, handler);
report(counts);
