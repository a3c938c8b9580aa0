import type { HitsSummary, ScreeningSummary } from '@idvkit/schema/formats';

import type { HitsStatistics } from '../scan/hits-statistics.ts';
import type { HitFacts } from './hits-collector.ts';
import { ScreeningTotals, type CountedEntry } from './screening-totals.ts';
import { ShapeTotals } from './shape-totals.ts';
import { Sketch } from './sketch.ts';

type PlacedHit = ScreeningSummary['largest'][number];
type ScoredHit = ScreeningSummary['highest'][number];

/** An entry of a screening, and what totals need of its hits. */
export interface CollectedEntry extends CountedEntry {
  readonly place: { readonly provider: string; readonly run: number; readonly entry: number };
  readonly hits: HitFacts;
  /** Absent if there are no hits. */
  readonly sizes?: Sketch | undefined;
  readonly largest: HitsSummary['largest'];
  readonly statistics?: HitsStatistics;
  /** True if its hits have no summary. */
  readonly isLeftOut: boolean;
}

/** Adds up the hits of entries. What it keeps does not grow with their number. */
export class HitTotals {
  readonly #top: number;
  readonly #totals = new ScreeningTotals();
  readonly #sizes = new Sketch();
  readonly #ids = { total: 0, exact: true, kept: 0, repeated: 0 };
  readonly shape: ShapeTotals | undefined;
  #highest: ScoredHit[] = [];
  #largest: PlacedHit[] = [];
  #leftOut = 0;

  /** @param top How many of the highest and the largest hits are named. */
  constructor(top: number, { hasShape = false }: { readonly hasShape?: boolean } = {}) {
    this.#top = top;
    this.shape = hasShape ? new ShapeTotals() : undefined;
  }

  /** Entries with hits that have no summary. */
  get leftOut(): number {
    return this.#leftOut;
  }

  get hits(): number {
    return this.#totals.hits;
  }

  addRun(...run: Parameters<ScreeningTotals['addRun']>): void {
    this.#totals.addRun(...run);
  }

  addEntry({ place, sizes, largest, statistics, isLeftOut, ...entry }: CollectedEntry): void {
    this.#totals.addEntry(entry);
    if (isLeftOut) this.#leftOut += 1;
    const { hits } = entry;
    if (hits.count === 0) return;
    if (statistics) this.shape?.addStatistics(statistics);
    if (sizes) this.#sizes.merge(sizes.result());
    this.#addIds(hits.ids);
    this.#addHighest(hits.highest.map((hit) => ({ ...place, ...hit })));
    this.#addLargest(largest.map((hit) => ({ ...place, ...hit })));
  }

  merge(other: HitTotals): void {
    this.#totals.merge(other.#totals.result());
    if (other.shape) this.shape?.add(other.shape.result());
    this.#leftOut += other.#leftOut;
    this.#sizes.merge(other.#sizes.result());
    this.#addIds(other.#ids);
    this.#addHighest(other.#highest);
    this.#addLargest(other.#largest);
  }

  /** Totals of the runs, entries and hits. */
  totals(): ReturnType<ScreeningTotals['result']> {
    return this.#totals.result();
  }

  result(): Omit<ScreeningSummary, 'duplicates'> {
    const size = this.#sizes.spread();
    return {
      ...this.#totals.result(),
      ...(size && { size }),
      sizes: this.#sizes.result(),
      ids: { ...this.#ids },
      highest: this.#highest,
      largest: this.#largest,
    };
  }

  #addIds({ total, exact, kept, repeated }: Omit<HitsSummary['ids'], 'distinct' | 'most'>): void {
    this.#ids.total += total;
    this.#ids.kept += kept;
    this.#ids.repeated += repeated;
    this.#ids.exact &&= exact;
  }

  #addHighest(hits: readonly ScoredHit[]): void {
    if (hits.length > 0) this.#highest = highestOf([...this.#highest, ...hits], this.#top);
  }

  #addLargest(hits: readonly PlacedHit[]): void {
    if (hits.length === 0) return;
    this.#largest = [...this.#largest, ...hits]
      .sort((a, b) => b.bytes - a.bytes || a.offset - b.offset)
      .slice(0, this.#top);
  }
}

/** Returns the hits that have the highest scores; of equal ones, the earlier. */
export function highestOf(hits: readonly ScoredHit[], top: number): ScoredHit[] {
  return hits.toSorted((a, b) => b.score - a.score || a.offset - b.offset).slice(0, top);
}
