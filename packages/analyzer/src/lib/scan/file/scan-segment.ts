import { readSync } from 'node:fs';

import type { HitBatch } from '../hits-statistics.ts';
import { JsonError } from '../json-error.ts';
import type { ScanHandler } from '../scan-handler.ts';
import { WasmScanner, type Stop } from '../wasm/wasm-scanner.ts';
import { CHUNK_BYTES } from './read-range.ts';
import { findSeam } from './seam.ts';
import { hitColumns, type HitColumns, type SegmentAnswer, type SegmentOrder } from './segment.ts';

/** Keeps the hits of a segment until their turn comes. */
class SegmentHits implements ScanHandler {
  readonly #batches: HitColumns[] = [];
  readonly labels: (string | undefined)[] = [];
  open(): 'skip' {
    return 'skip';
  }
  close(): void {}
  key(): void {}
  scalar(): void {}
  wantsText(): boolean {
    return false;
  }
  hits(batch: HitBatch): void {
    this.#batches.push(hitColumns((name) => batch[name].slice()));
    for (let index = 0; index < batch.count; index += 1) this.labels.push(batch.label(index));
  }
  columns(): HitColumns {
    return hitColumns((name) => {
      const column = new Float64Array(this.labels.length);
      let at = 0;
      for (const batch of this.#batches) {
        column.set(batch[name], at);
        at += batch[name].length;
      }
      return column;
    });
  }
}

/** Reads a segment, or leaves it to the thread that knows where it is. */
export function scanSegment(file: number, order: SegmentOrder): SegmentAnswer {
  const start = findSeam(file, order.seam, order);
  if (start === undefined) return undefined;
  const hits = new SegmentHits();
  const scanner = new WasmScanner(hits, { measures: order.measures, maxDepth: order.maxDepth });
  try {
    scanner.beginBetweenHits(start);
    scanner.stopBetweenHits(order.to);
    let stop: Stop | undefined;
    for (let at = start; stop === undefined;) {
      const count = readSync(file, scanner.chunk(), 0, CHUNK_BYTES, at);
      if (count === 0) return undefined;
      stop = scanner.wrote(count);
      if (scanner.isLimited) return 'limited';
      at += count;
    }
    scanner.flush();
    return {
      start,
      end: scanner.place(),
      statistics: scanner.statistics(),
      columns: hits.columns(),
      labels: hits.labels,
    };
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  } finally {
    scanner.stop();
  }
}
