import type { HitBatch, HitMeasures, HitsStatistics } from '../../src/lib/scan/hits-statistics.ts';
import { createScanner } from '../../src/lib/scan/wasm/wasm-scanner.ts';

/** Scans JSON texts of hits, cut into chunks of so many bytes. */
export function scanHits(
  hits: readonly string[],
  measures: HitMeasures = {},
  chunkBytes = 1_000,
  handle: (batch: HitBatch) => void = () => {},
): HitsStatistics {
  let found: HitsStatistics = { count: 0, bytes: 0, paths: [], limited: false };
  const scanner = createScanner(
    {
      open: () => 'hits',
      close: () => {},
      key: () => {},
      scalar: () => {},
      wantsText: () => false,
      hits: handle,
      hitsEnd: (statistics) => {
        found = statistics;
      },
    },
    { measures },
  );
  const bytes = new TextEncoder().encode(`[${hits.join(',')}]`);
  for (let at = 0; at < bytes.length; at += chunkBytes) scanner.write(bytes.subarray(at, at + chunkBytes));
  scanner.end();
  return found;
}
