import { DDSketch } from '@datadog/sketches-js';
import type { Distribution, SketchData, Spread } from '@idvkit/schema/formats';

/** Relative error of percentiles. */
const ACCURACY = 0.01;

/** The distribution of a quantity of 0 or more, in bins that do not grow with the number of values and can be merged. */
export class Sketch {
  #made: DDSketch | undefined;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  /** Creates a sketch with the values of another. */
  static from(data: SketchData): Sketch {
    const sketch = new Sketch();
    sketch.merge(data);
    return sketch;
  }

  get count(): number {
    return this.#made?.count ?? 0;
  }

  /** Made once there is a value: of most entries of most payloads there is none. */
  get #bins(): DDSketch {
    return (this.#made ??= new DDSketch({ relativeAccuracy: ACCURACY }));
  }

  /** Adds a value, `times` times. */
  add(value: number, times = 1): void {
    this.#bins.accept(value, times);
    this.#sum += value * times;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Adds all values of another sketch. */
  merge(other: SketchData): void {
    if (other.count === 0) return;
    if (other.accuracy !== ACCURACY) throw new RangeError(`Sketches of another accuracy than ${ACCURACY} do not merge`);
    if (other.zeros > 0) this.#bins.accept(0, other.zeros);
    for (const [bin, count] of other.bins) this.#bins.accept(this.#bins.mapping.value(bin), count);
    this.#sum += other.sum;
    this.#min = Math.min(this.#min, other.min);
    this.#max = Math.max(this.#max, other.max);
  }

  /** The value that a share of all values does not exceed, in whole units; 0 where there is none. */
  quantile(share: number): number {
    if (this.count === 0) return 0;
    return Math.min(Math.max(Math.round(this.#bins.getValueAtQuantile(share)), this.#min), this.#max);
  }

  /** @returns `undefined` where nothing was added. */
  spread(): Spread | undefined {
    if (this.count === 0) return undefined;
    return {
      min: this.#min,
      p50: this.quantile(0.5),
      p95: this.quantile(0.95),
      p99: this.quantile(0.99),
      max: this.#max,
    };
  }

  distribution(): Distribution {
    const spread = this.spread();
    return { ...(spread && { spread }), sketch: this.result() };
  }

  result(): SketchData {
    const bins: [number, number][] = [];
    const store = this.#made?.store;
    for (const [at, count] of store?.bins.entries() ?? []) if (count > 0) bins.push([at + (store?.offset ?? 0), count]);
    return {
      accuracy: ACCURACY,
      count: this.count,
      sum: this.#sum,
      min: this.count === 0 ? 0 : this.#min,
      max: this.#max,
      zeros: this.#made?.zeroCount ?? 0,
      bins,
    };
  }
}
