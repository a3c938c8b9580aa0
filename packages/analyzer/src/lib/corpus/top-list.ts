import { compareTexts } from '../scan/compare-texts.ts';

/** Most items that are listed. */
const MAX_LISTED = 20;

interface Ranked<Item> {
  readonly item: Item;
  readonly rank: number;
  /** Orders items of the same rank. */
  readonly text: string;
}

/** Remembers the items that have the most of something, whatever the order in which they come. */
export class TopList<Item> {
  readonly #rankOf: (item: Item) => number;
  #items: Ranked<Item>[] = [];
  /** Items after this one are not listed. */
  #last: Ranked<Item> | undefined;

  constructor(rankOf: (item: Item) => number) {
    this.#rankOf = rankOf;
  }

  /** Returns whether an item of a rank may be listed. */
  wants(rank: number): boolean {
    return rank >= (this.#last?.rank ?? Number.NEGATIVE_INFINITY);
  }

  add(item: Item): void {
    const rank = this.#rankOf(item);
    if (!this.wants(rank)) return;
    const ranked = { item, rank, text: JSON.stringify(item) };
    if (this.#last && compare(ranked, this.#last) > 0) return;
    this.#items.push(ranked);
    // Cutting sorts them, so it waits until there are many to cut.
    if (this.#items.length > 2 * MAX_LISTED) this.#cut();
  }

  /** Returns the items, those of the highest rank first. */
  result(): Item[] {
    this.#cut();
    return this.#items.map(({ item }) => item);
  }

  #cut(): void {
    this.#items = this.#items.sort(compare).slice(0, MAX_LISTED);
    this.#last = this.#items[MAX_LISTED - 1];
  }
}

function compare<Item>(a: Ranked<Item>, b: Ranked<Item>): number {
  return b.rank - a.rank || compareTexts(a.text, b.text);
}
