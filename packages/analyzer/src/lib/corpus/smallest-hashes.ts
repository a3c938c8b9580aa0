import { compareTexts } from '../collect/compare-texts.ts';
import { OrderedHeap } from './ordered-heap.ts';

interface Slot<Value> {
  readonly key: string;
  readonly hash: number;
  value: Value;
}

/**
 * A table of bounded size that can be merged in any order: of more keys than fit, those with the smallest hashes are kept.
 *
 * A key that is kept was never left out before, in whatever order keys came and tables were merged, so that what is known of it
 * is all there was. Where the hashes of those that are kept end tells how many keys there are.
 */
export class SmallestHashes<Value> {
  readonly #capacity: number;
  readonly #slots = new Map<string, Slot<Value>>();
  /** The same, by who makes room next. */
  readonly #order = new OrderedHeap<Slot<Value>>(compare);
  #isFull = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False once there were more keys than fit. */
  get exact(): boolean {
    return !this.#isFull;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Says that there were more keys than those that are added. */
  markInexact(): void {
    this.#isFull = true;
  }

  /** Gives a key the value that `next` makes of the one it has, if there is room for the key. */
  update(key: string, next: (known: Value | undefined) => Value): void {
    const slot = this.#slots.get(key);
    if (slot) {
      slot.value = next(slot.value);
      return;
    }
    const hash = hashOf(key);
    const { last } = this.#order;
    if (this.#isFull && (!last || compare({ key, hash }, last) >= 0)) return;
    const added = { key, hash, value: next(undefined) };
    this.#slots.set(key, added);
    this.#order.add(added);
    if (this.#slots.size <= this.#capacity) return;
    this.#isFull = true;
    const dropped = this.#order.takeLast();
    if (dropped) this.#slots.delete(dropped.key);
  }

  /** How many different keys there were; estimated where not all are kept. */
  distinct(): number {
    const { last } = this.#order;
    if (!this.#isFull || !last) return this.#slots.size;
    return Math.max(Math.round(((this.#slots.size - 1) * 2 ** 32) / (last.hash + 1)), this.#slots.size + 1);
  }

  /** What is kept, by key. */
  entries(): [key: string, value: Value][] {
    return [...this.#slots].map(([key, { value }]) => [key, value]);
  }
}

function compare(
  a: { readonly key: string; readonly hash: number },
  b: { readonly key: string; readonly hash: number },
): number {
  return a.hash - b.hash || compareTexts(a.key, b.key);
}

/** FNV-1a over the code units of a text, with the finish of MurmurHash3, which spreads short texts. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
