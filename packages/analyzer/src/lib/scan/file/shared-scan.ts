import type { HitMeasures } from '../hits-statistics.ts';
import { checkLimits } from '../scan-limits.ts';
import type { ScanOptions } from '../scanner.ts';
import type { HitsCopy } from '../wasm/wasm-hits.ts';
import type { SegmentScan, WasmScanner } from '../wasm/wasm-scanner.ts';
import { OPEN_END, START, TO, type SegmentReader, type SegmentSignals } from './segment.ts';

/** Smaller files are read by one thread before a second one pays. */
export const MIN_SHARED_BYTES: number = 64 * 1_024 * 1_024;
/** Bytes that each thread reads before the next one begins. After half of them, enough is known of hits. */
const GAP_BYTES = 16 * 1_024 * 1_024;
/** Segments in a row that were read in vain, before an array of hits is read by one thread. */
const MAX_REFUSED = 2;

interface Segment {
  readonly array: number;
  readonly depth: number;
  readonly from: number;
  readonly thread: SegmentReader;
  readonly signals: SegmentSignals;
  readonly knew: HitsCopy;
  readonly result: Promise<SegmentScan | undefined>;
}

/**
 * Has other threads read segments of an array of hits, ahead of the scanner, which knows where it is. They start where the bytes look like
 * the end of one hit and the beginning of another. If the scanner comes to that very comma, the segment has proved right. It then ends
 * where it has got to, and the scanner goes on behind it with what was counted there. Else the scanner reads on by itself.
 */
export class SharedScan {
  readonly #size: number;
  readonly #scanner: WasmScanner;
  readonly #maxDepth: number;
  readonly #measures: HitMeasures;
  readonly #idle: SegmentReader[];
  readonly #gapBytes: number;
  readonly #ahead: Segment[] = [];
  #array: number | undefined;
  #refused = 0;

  constructor(
    {
      size,
      threads,
      gapBytes = GAP_BYTES,
    }: { readonly size: number; readonly threads: readonly SegmentReader[]; readonly gapBytes?: number },
    scanner: WasmScanner,
    options: ScanOptions = {},
  ) {
    const { maxDepth, measures } = checkLimits(options);
    this.#size = size;
    this.#scanner = scanner;
    this.#maxDepth = maxDepth;
    this.#measures = measures;
    this.#idle = [...threads];
    this.#gapBytes = gapBytes;
  }

  /** Gives idle threads something to do. */
  share(): void {
    const array = this.#scanner.hitsArray();
    if (array !== this.#array) {
      for (const segment of this.#ahead.splice(0)) this.#drop(segment);
      this.#array = array;
      this.#refused = 0;
    }
    if (array !== undefined && this.#refused < MAX_REFUSED && this.#scanner.hits.bytes() >= this.#gapBytes / 2) {
      while (this.#order(array));
    }
    this.#scanner.stopBetweenHits(this.#ahead[0]?.from);
  }

  /** Takes over a segment: the scanner has stopped where one may start. */
  async meet(): Promise<void> {
    const [segment] = this.#ahead;
    if (!segment) return;
    const { offset, depth } = this.#scanner.place();
    const start = Number(Atomics.load(segment.signals, START));
    if (start > offset && segment.array === this.#scanner.hitsArray()) {
      this.#scanner.stopBetweenHits(start);
      return;
    }
    this.#ahead.shift();
    let isTaken = false;
    if (start === offset && segment.depth === depth && segment.array === this.#scanner.hitsArray()) {
      Atomics.store(segment.signals, TO, BigInt(Math.min(offset + 1, Number(Atomics.load(segment.signals, TO)))));
      const result = await segment.result;
      this.#idle.push(segment.thread);
      isTaken = result?.start === offset && this.#scanner.takeOver(result, segment.knew);
    } else this.#drop(segment);
    // A thread that has not begun yet proves nothing.
    if (start !== 0) this.#refused = isTaken ? 0 : this.#refused + 1;
    this.share();
  }

  #drop(segment: Segment): void {
    Atomics.store(segment.signals, TO, 0n);
    this.#idle.push(segment.thread);
  }

  /** Has a segment read behind all others. @returns False if no thread is idle or the file ends before. */
  #order(array: number): boolean {
    const last = this.#ahead.at(-1);
    const scanner = this.#scanner;
    const { offset, depth } = scanner.place();
    const from = (last?.from ?? offset) + this.#gapBytes;
    const thread = from + this.#gapBytes < this.#size ? this.#idle.pop() : undefined;
    if (!thread) return false;
    if (last) Atomics.store(last.signals, TO, BigInt(from));
    const signals = new BigInt64Array(new SharedArrayBuffer(16));
    signals[TO] = OPEN_END;
    const knew = scanner.hits.copy();
    const result = thread.read({
      from,
      knew,
      keys: scanner.hits.keys(),
      measures: this.#measures,
      maxDepth: Math.max(this.#maxDepth - depth + 1, 1),
      signals,
    });
    this.#ahead.push({ array, depth, from, thread, signals, knew, result });
    return true;
  }
}
