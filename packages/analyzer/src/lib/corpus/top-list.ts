import { compareTexts } from '../scan/compare-texts.ts';

/** Most items that are listed. */
const MAX_LISTED = 20;

/** Remembers the items that have the most of something, whatever the order in which they come. */
export class TopList<Item> {
  readonly #rankOf: (item: Item) => number;
  #items: Item[] = [];
  /** Items of a lower rank are not listed. */
  #least = Number.NEGATIVE_INFINITY;

  constructor(rankOf: (item: Item) => number) {
    this.#rankOf = rankOf;
  }

  /** Returns whether an item of a rank may be listed. */
  wants(rank: number): boolean {
    return rank >= this.#least;
  }

  add(item: Item): void {
    if (!this.wants(this.#rankOf(item))) return;
    this.#items.push(item);
    // Cutting sorts them, so it waits until there are many to cut.
    if (this.#items.length > 2 * MAX_LISTED) this.#cut();
  }

  /** Returns the items, those of the highest rank first. */
  result(): Item[] {
    this.#cut();
    return [...this.#items];
  }

  #cut(): void {
    const rankOf = this.#rankOf;
    this.#items = this.#items
      .sort((a, b) => rankOf(b) - rankOf(a) || compareTexts(JSON.stringify(a), JSON.stringify(b)))
      .slice(0, MAX_LISTED);
    const last = this.#items[MAX_LISTED - 1];
    if (last !== undefined) this.#least = rankOf(last);
  }
}
