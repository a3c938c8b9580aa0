import { compareTexts } from '../scan/compare-texts.ts';

interface Slot<Value> {
  readonly key: string;
  readonly hash: number;
  value: Value;
}

/**
 * A table of bounded size that can be merged in any order: of more keys than fit, those with the smallest hashes are kept.
 *
 * A key that is kept was never left out before, in whatever order keys came and tables were merged, so that its value is
 * complete. The largest hash that is kept gives an estimate of the number of keys.
 */
export class SmallestHashes<Value> {
  readonly #capacity: number;
  readonly #slots = new Map<string, Slot<Value>>();
  /** Set once keys were left out: no key behind it is kept any more. */
  #last: Slot<Value> | undefined;
  #isFull = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False once there were more keys than fit. */
  get exact(): boolean {
    return !this.#isFull && this.#slots.size <= this.#capacity;
  }

  /** Marks the table as incomplete: there were more keys than those that are added. */
  markInexact(): void {
    this.#cut();
  }

  /** Gives a key the value that `next` makes of the one it has, if there is room for the key. */
  update(key: string, next: (known: Value | undefined) => Value): void {
    const slot = this.#slots.get(key);
    if (slot) {
      slot.value = next(slot.value);
      return;
    }
    const hash = hashOf(key);
    if (this.#isFull && (!this.#last || compare({ key, hash }, this.#last) > 0)) return;
    this.#slots.set(key, { key, hash, value: next(undefined) });
    // Cutting sorts all keys, so it waits until there are many to cut.
    if (this.#slots.size > 1.25 * this.#capacity) this.#cut();
  }

  /** Returns how many different keys there were; an estimate if not all are kept. */
  distinct(): number {
    this.#cutToCapacity();
    const { size } = this.#slots;
    if (!this.#isFull || !this.#last) return size;
    return Math.max(Math.round(((size - 1) * 2 ** 32) / (this.#last.hash + 1)), size + 1);
  }

  /** Returns the values that are kept, by key. */
  entries(): [key: string, value: Value][] {
    this.#cutToCapacity();
    return [...this.#slots].map(([key, { value }]) => [key, value]);
  }

  /** Returns the values that are kept. */
  values(): Value[] {
    this.#cutToCapacity();
    return Array.from(this.#slots.values(), ({ value }) => value);
  }

  #cutToCapacity(): void {
    if (this.#slots.size > this.#capacity) this.#cut();
  }

  #cut(): void {
    const slots = [...this.#slots.values()].sort(compare);
    for (const { key } of slots.splice(this.#capacity)) this.#slots.delete(key);
    this.#last = slots.at(-1);
    this.#isFull = true;
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
