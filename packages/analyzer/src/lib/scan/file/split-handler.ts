import type { HitBatch, HitMeasures, HitsStatistics } from '../hits-statistics.ts';
import { mergeStatistics } from '../merge-statistics.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan-handler.ts';
import { hitColumns, type SegmentResult } from './segment.ts';

const FIRST_HITS = 16;
const NOTHING: HitsStatistics = { count: 0, bytes: 0, paths: [], limited: false };

/** Stands between the scanner and the handler: puts hits that other threads read where they belong. */
export class SplitHandler implements ScanHandler {
  readonly #handler: ScanHandler;
  readonly #measures: HitMeasures;
  /** Statistics and number of hits that other threads read in this array. */
  #adopted: HitsStatistics | undefined;
  #adoptedCount = 0;
  /** The first hits of the array at hand. */
  first: { offset: number; bytes: number }[] = [];

  constructor(handler: ScanHandler, measures: HitMeasures) {
    this.#handler = handler;
    this.#measures = measures;
  }

  open(kind: 'object' | 'array', offset: number): VisitMode {
    const mode = this.#handler.open(kind, offset);
    if (mode === 'hits') this.first = [];
    return mode;
  }

  close(end: number): void {
    this.#handler.close(end);
  }

  key(text: string, offset: number): void {
    this.#handler.key(text, offset);
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    this.#handler.scalar(kind, text, offset, end);
  }

  wantsText(): boolean {
    return this.#handler.wantsText();
  }

  hits(batch: HitBatch): void {
    for (let index = 0; index < batch.count && this.first.length < FIRST_HITS; index += 1) {
      this.first.push({ offset: batch.offsets[index] ?? 0, bytes: batch.bytes[index] ?? 0 });
    }
    const { first, count } = batch;
    this.#handler.hits?.({
      ...hitColumns((name) => batch[name]),
      first: first + this.#adoptedCount,
      count,
      label: (index) => batch.label(index),
    });
  }

  hitsEnd(statistics: HitsStatistics): void {
    const merged = this.#adopted ? mergeStatistics(statistics, this.#adopted, this.#measures) : statistics;
    this.#adopted = undefined;
    this.#adoptedCount = 0;
    this.#handler.hitsEnd?.(merged);
  }

  /**
   * Takes over what another thread read, behind `sofar`, what this one counted of the same array.
   *
   * @returns Whether it can be taken over: one thread would have counted the same.
   */
  adopt({ statistics, columns, labels }: SegmentResult, sofar: HitsStatistics): boolean {
    const adopted = mergeStatistics(this.#adopted ?? NOTHING, statistics, this.#measures);
    if (mergeStatistics(sofar, adopted, this.#measures).limited) return false;
    const first = sofar.count + this.#adoptedCount;
    this.#handler.hits?.({ ...columns, first, count: statistics.count, label: (index) => labels[index] });
    this.#adopted = adopted;
    this.#adoptedCount += statistics.count;
    return true;
  }
}
