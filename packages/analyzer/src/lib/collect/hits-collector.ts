import { DDSketch } from '@datadog/sketches-js';
import type { HitProfile, HitsSummary } from '@idvkit/schema/formats';

/** Most distinct paths, and distinct values of a path, that are counted: a hostile document must not fill the memory. */
const MAX_DISTINCT = 256;
/** Relative error of the percentiles of hit sizes. */
const SKETCH_ACCURACY = 0.01;

/** Limits and choices of a collection. */
export interface HitsOptions {
  readonly profile: HitProfile;
  /** How many of the largest hits are named. */
  readonly top: number;
  readonly reveal: boolean;
}

type LargeHit = HitsSummary['largest'][number];

/** Sums up the hits of one entry; what it keeps does not grow with their number. */
export class HitsCollector {
  readonly #options: HitsOptions;
  readonly #sizes = new DDSketch({ relativeAccuracy: SKETCH_ACCURACY });
  readonly #arrays = new Map<string, { elements: number; max: number }>();
  readonly #values = new Map<string, Map<string, number>>();
  #largest: LargeHit[] = [];
  #count = 0;
  #bytes = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  constructor(options: HitsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a hit that ended. */
  addHit(hit: { offset: number; bytes: number; label?: string }): void {
    const index = this.#count;
    this.#count += 1;
    this.#bytes += hit.bytes;
    this.#min = Math.min(this.#min, hit.bytes);
    this.#max = Math.max(this.#max, hit.bytes);
    this.#sizes.accept(hit.bytes);
    const smallest = this.#largest.at(-1);
    if (this.#largest.length === this.#options.top && smallest && smallest.bytes >= hit.bytes) return;
    const { label, ...place } = hit;
    const shown = label === undefined ? {} : { label: this.#options.reveal ? label : '•••' };
    this.#largest.push({ index, ...place, ...shown });
    this.#largest.sort((a, b) => b.bytes - a.bytes || a.index - b.index);
    this.#largest = this.#largest.slice(0, this.#options.top);
  }

  /** Adds an array of a hit that ended, by its path within the hit. */
  addArray(path: string, elements: number): void {
    const known = this.#arrays.get(path);
    if (known) {
      known.elements += elements;
      known.max = Math.max(known.max, elements);
    } else if (this.#arrays.size < MAX_DISTINCT) this.#arrays.set(path, { elements, max: elements });
  }

  /** Counts a value of a field that the profile names. */
  addValue(path: string, value: string): void {
    const counts = this.#values.get(path) ?? new Map<string, number>();
    if (counts.size >= MAX_DISTINCT && !counts.has(value)) return;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    this.#values.set(path, counts);
  }

  result(): HitsSummary {
    const at = (quantile: number): number =>
      Math.min(Math.max(Math.round(this.#sizes.getValueAtQuantile(quantile)), this.#min), this.#max);
    return {
      count: this.#count,
      bytes: this.#bytes,
      ...(this.#count > 0 && { size: { min: this.#min, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: this.#max } }),
      arrays: Object.fromEntries([...this.#arrays].sort(([a], [b]) => (a < b ? -1 : 1))),
      values: Object.fromEntries(
        [...this.#values]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, counts]) => [path, Object.fromEntries([...counts].sort(([, a], [, b]) => b - a))]),
      ),
      largest: this.#largest,
    };
  }
}
