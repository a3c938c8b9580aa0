import { readSync } from 'node:fs';

import type { HitBatch } from '../hits-statistics.ts';
import { JsonError } from '../json-error.ts';
import type { ScanHandler } from '../scan-handler.ts';
import type { BatchCopy } from '../wasm/wasm-hits.ts';
import { WasmScanner, type SegmentScan, type Stop } from '../wasm/wasm-scanner.ts';
import { findStart } from './find-start.ts';
import { NO_START, START, TO, type SegmentOrder } from './segment.ts';

/** Bytes that are read at once: few enough for the nearer caches. */
const CHUNK_BYTES = 256 * 1_024;
/** Most hits of a segment: they are kept until their turn comes. */
const MAX_HITS = 65_536;
/** Bytes in which a hit must end. */
const MAX_SEARCHED_BYTES = 8 * 1_024 * 1_024;
/** An array that ends sooner is taken for one within a hit. */
const MIN_ARRAY_BYTES = 1_024 * 1_024;

/** Reads a segment, or leaves it to the thread that knows where it is. */
export function scanSegment(file: number, order: SegmentOrder): SegmentScan | undefined {
  const keys = new Set(order.keys);
  const isStopped = (): boolean => toOf(order) <= order.from;
  for (let from = order.from; ;) {
    const start = findStart(file, { from, to: order.from + MAX_SEARCHED_BYTES, keys, isStopped });
    if (start === undefined) {
      tellStart(order, NO_START);
      return undefined;
    }
    const found = scanFrom(file, start, order);
    if (found !== 'other objects') return found;
    from = start + 1;
  }
}

function tellStart({ signals }: SegmentOrder, start: bigint): void {
  Atomics.store(signals, START, start);
  Atomics.notify(signals, START);
}

function toOf({ signals }: SegmentOrder): number {
  return Number(Atomics.load(signals, TO));
}

/** Reads on from a comma. The first hit must not be the first of its kind: else it may be part of a hit. */
function scanFrom(file: number, start: number, order: SegmentOrder): SegmentScan | 'other objects' | undefined {
  const segment = new SegmentHits();
  const scanner = new WasmScanner(segment, { measures: order.measures, maxDepth: order.maxDepth });
  segment.scanner = scanner;
  try {
    scanner.beginBetweenHits(start, order.knew);
    scanner.stopBetweenHits(start + 1);
    let isHits = false;
    let at = start;
    for (let stop: Stop | undefined; stop === undefined;) {
      const count = readSync(file, scanner.chunk(), 0, CHUNK_BYTES, at);
      if (count === 0) return undefined;
      at += count;
      stop = scanner.wrote(count);
      if (stop === 'between-hits' && !isHits) {
        if (scanner.hits.hasNewPaths()) return 'other objects';
        isHits = true;
        tellStart(order, BigInt(start));
        scanner.stopBetweenHits(toOf(order));
        stop = scanner.resume();
      }
      if (stop === 'end-of-hits' && at - start < MIN_ARRAY_BYTES) {
        tellStart(order, 0n);
        return 'other objects';
      }
      const to = toOf(order);
      if (to === 0) return undefined;
      if (isHits) scanner.stopBetweenHits(segment.count < MAX_HITS ? to : at);
    }
    scanner.hits.flush();
    return { start, end: scanner.place(), counts: scanner.hits.copy(), batches: segment.batches };
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  } finally {
    scanner.stop();
  }
}

/** Keeps the hits of a segment until their turn comes. */
class SegmentHits implements ScanHandler {
  readonly batches: BatchCopy[] = [];
  count = 0;
  scanner: WasmScanner | undefined;
  open(): 'skip' {
    return 'skip';
  }
  close(): void {}
  key(): void {}
  scalar(): void {}
  wantsText(): boolean {
    return false;
  }
  hits({ count }: HitBatch): void {
    this.count += count;
    if (this.scanner) this.batches.push(this.scanner.hits.copyBatch(count));
  }
}
