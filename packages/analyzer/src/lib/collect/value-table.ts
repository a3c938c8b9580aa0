import type { ValueCounts } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';
import { SmallestHashes } from './smallest-hashes.ts';

/** Most values that a table of a corpus keeps. */
const MAX_VALUES = 256;

/** Counts how often values occur, so that tables can be merged in any order. */
export class ValueTable {
  readonly #values = new SmallestHashes<number>(MAX_VALUES);
  #total = 0;

  get exact(): boolean {
    return this.#values.exact;
  }

  add(value: string, times = 1): void {
    this.#total += times;
    this.#keep(value, times);
  }

  /** Adds what another table has counted. */
  merge({ total, exact, counts }: ValueCounts): void {
    this.#total += total;
    for (const { value, count } of counts) this.#keep(value, count);
    if (!exact) this.#values.markInexact();
  }

  result(): ValueCounts {
    const counts = this.#values
      .entries()
      .sort(([a, many], [b, more]) => more - many || compareTexts(a, b))
      .map(([value, count]) => ({ value, count }));
    return { total: this.#total, distinct: this.#values.distinct(), exact: this.exact, counts };
  }

  #keep(value: string, times: number): void {
    this.#values.update(value, (known = 0) => known + times);
  }
}
