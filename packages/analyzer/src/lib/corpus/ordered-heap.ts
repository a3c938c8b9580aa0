/** A set of items of which the last in an order is known, and can be taken out, without looking at all of them. */
export class OrderedHeap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (a: Item, b: Item) => number;

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get last(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = items[above];
      if (other === undefined || this.#compare(other, item) >= 0) break;
      items[at] = other;
      at = above;
    }
    items[at] = item;
  }

  takeLast(): Item | undefined {
    const items = this.#items;
    const last = items[0];
    const moved = items.pop();
    if (moved === undefined || items.length === 0) return last;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [items[left], items[left + 1]];
      if (one === undefined) break;
      const isRight = other !== undefined && this.#compare(other, one) > 0;
      const later = isRight ? other : one;
      if (this.#compare(later, moved) <= 0) break;
      items[at] = later;
      at = isRight ? left + 1 : left;
    }
    items[at] = moved;
    return last;
  }
}
