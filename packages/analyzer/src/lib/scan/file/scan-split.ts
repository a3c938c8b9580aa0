import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import type { ScanHandler } from '../scan-handler.ts';
import { checkLimits } from '../scan-limits.ts';
import type { ScanRunOptions } from '../wasm/scan.ts';
import { WasmScanner, type Stop } from '../wasm/wasm-scanner.ts';
import { CHUNK_BYTES } from './read-range.ts';
import { learnSeam, type Seam } from './seam.ts';
import { SegmentThread } from './segment-thread.ts';
import type { SegmentAnswer } from './segment.ts';
import { SplitHandler } from './split-handler.ts';

/** Smaller files are read by one thread before a second one has started. */
export const MIN_SPLIT_BYTES: number = 16 * 1_024 * 1_024;
const MIN_SEGMENT_BYTES = 4 * 1_024 * 1_024;
const MAX_SEGMENT_BYTES = 32 * 1_024 * 1_024;
/** Bytes that this thread reads before the others have started. */
const HEAD_START_BYTES = 64 * 1_024 * 1_024;
/** Hits that must have been seen before other threads are told how hits begin. */
const LEARNED_HITS = 3;
const CHUNKS_PER_TURN = 64;

interface Segment {
  readonly from: number;
  /** Containers around a hit, as far as the other thread assumes. */
  readonly depth: number;
  readonly result: Promise<SegmentAnswer>;
}

/**
 * Reads one document of hits with several threads. This one reads from the front and knows where it is; the others read
 * segments further on, on the assumption that they lie within the array of hits. Where this one comes to the very comma at
 * which another one began, the assumption has proved right: it takes over what the other one counted and goes on behind it.
 * Where it does not, it reads the segment itself.
 */
export async function scanSplit(
  input: { readonly file: number; readonly path: string; readonly size: number },
  handler: ScanHandler,
  options: ScanRunOptions & { readonly threads: number },
): Promise<number> {
  const scan = new SplitScan(input, handler, options);
  try {
    return await scan.run();
  } finally {
    await scan.end();
  }
}

class SplitScan {
  readonly #input: { readonly file: number; readonly path: string; readonly size: number };
  readonly #options: ScanRunOptions & { readonly threads: number };
  readonly #handler: SplitHandler;
  readonly #scanner: WasmScanner;
  readonly #threads: SegmentThread[] = [];
  readonly #segmentBytes: number;
  readonly #headStart: number;
  readonly #ahead: Segment[] = [];
  #learned: { readonly start: number | undefined; readonly seam: Seam | undefined } | undefined;
  #nextFrom = 0;
  #nextThread = 0;

  constructor(
    input: { readonly file: number; readonly path: string; readonly size: number },
    handler: ScanHandler,
    options: ScanRunOptions & { readonly threads: number },
  ) {
    this.#input = input;
    this.#options = options;
    this.#handler = new SplitHandler(handler, options.measures ?? {});
    this.#scanner = new WasmScanner(this.#handler, options);
    const share = Math.floor(input.size / (8 * options.threads));
    this.#segmentBytes = Math.min(Math.max(share, MIN_SEGMENT_BYTES), MAX_SEGMENT_BYTES);
    this.#headStart = Math.min(Math.floor(input.size / 4), HEAD_START_BYTES);
  }

  async run(): Promise<number> {
    const { file } = this.#input;
    const { signal, onProgress } = this.#options;
    const scanner = this.#scanner;
    for (let chunks = 1; ; chunks += 1) {
      const count = readSync(file, scanner.chunk(), 0, CHUNK_BYTES, scanner.bytes);
      if (count === 0) break;
      let stop = scanner.wrote(count);
      while (stop !== undefined) stop = await this.#meet();
      if (this.#ahead.length === 0) this.#orderSegments();
      if (chunks % CHUNKS_PER_TURN > 0) continue;
      onProgress?.(scanner.bytes);
      await setImmediate();
      signal?.throwIfAborted();
    }
    signal?.throwIfAborted();
    onProgress?.(scanner.bytes);
    scanner.end();
    return scanner.bytes;
  }

  async end(): Promise<void> {
    this.#scanner.stop();
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  /** Has come to where another thread may have begun. */
  async #meet(): Promise<Stop | undefined> {
    const [segment] = this.#ahead;
    const result = await segment?.result;
    this.#options.signal?.throwIfAborted();
    if (result === 'limited') return this.#readOn();
    const { offset, depth } = this.#scanner.place();
    if (segment && result && result.start > offset && segment.depth === depth) {
      // It knew only a later hit for one: that is where to meet.
      this.#scanner.stopBetweenHits(result.start);
      return this.#scanner.resume();
    }
    this.#ahead.shift();
    if (segment && result && result.start === offset && segment.depth === depth) {
      this.#scanner.flush();
      if (!this.#handler.adopt(result, this.#scanner.statistics())) return this.#readOn();
      this.#scanner.skipHits(result.statistics.count, result.end);
    }
    this.#orderSegments();
    return this.#scanner.resume();
  }

  /** Reads the rest of this array without the others: what they count of it can never be taken over. */
  #readOn(): Stop | undefined {
    this.#ahead.length = 0;
    this.#learned = { start: this.#handler.first[0]?.offset, seam: undefined };
    this.#scanner.stopBetweenHits(undefined);
    return this.#scanner.resume();
  }

  /** Returns how hits of this array begin, once some were seen. */
  #seam(): Seam | undefined {
    const { first } = this.#handler;
    if (first.length < LEARNED_HITS) this.#scanner.flush();
    if (first.length < LEARNED_HITS) return undefined;
    const start = first[0]?.offset;
    if (this.#learned?.start !== start) {
      this.#learned = { start, seam: learnSeam(this.#input.file, first) };
    }
    return this.#learned?.seam;
  }

  /** Gives every other thread something to do, and stops where the nearest of them begins. */
  #orderSegments(): void {
    const seam = this.#seam();
    if (seam) this.#fillAhead(seam);
    // Without a segment ahead it must not stop again where it stands.
    this.#scanner.stopBetweenHits(this.#ahead[0]?.from);
  }

  #fillAhead(seam: Seam): void {
    const { depth } = this.#scanner.place();
    const { maxDepth, measures } = checkLimits(this.#options);
    const others = this.#options.threads - 1;
    while (this.#ahead.length < 2 * others) {
      // Of as many segments as there are threads, one stays for this one.
      const own = this.#nextFrom === 0 ? this.#headStart : this.#nextThread === 0 ? this.#segmentBytes : 0;
      const from = Math.max(this.#nextFrom, this.#scanner.bytes) + own;
      const to = from + this.#segmentBytes;
      if (from + MIN_SEGMENT_BYTES > this.#input.size) break;
      const order = { from, to, seam, measures, maxDepth: Math.max(maxDepth - depth + 1, 1) };
      const thread = (this.#threads[this.#nextThread] ??= new SegmentThread(this.#input.path));
      this.#ahead.push({ from, depth, result: thread.read(order) });
      this.#nextFrom = to;
      this.#nextThread = (this.#nextThread + 1) % others;
    }
  }
}
