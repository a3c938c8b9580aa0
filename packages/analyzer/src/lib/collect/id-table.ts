import { numberAt } from '../scan/number-at.ts';

/** Room of a new table, a power of two. */
const FIRST_IDS = 16;
/** Room that a table keeps when it is cleared. */
const MAX_KEPT_IDS = 4_096;
/** Slots for each id that there is room for: at most half of them are ever taken. */
const SLOTS_PER_ID = 2;
/** Odd numbers that spread ids over slots. They are drawn anew for each process, so that no one can choose ids that share slots. */
const [SPREAD_LOW = 1, SPREAD_HIGH = 1] = crypto.getRandomValues(new Uint32Array(2)).map((number) => number | 1);
const LOW_BITS = 20;

/**
 * Different ids, one after the other, each with some numbers. It uses arrays of numbers: a `Map` boxes its keys and takes several
 * times as long, and this is done for millions of hits.
 */
export class IdTable {
  readonly #width: number;
  #ids = new Float64Array(FIRST_IDS);
  #numbers: Float64Array;
  /** Of each slot, one more than the index of its id; 0 if it is empty. */
  #slots = new Int32Array(FIRST_IDS * SLOTS_PER_ID);
  #size = 0;

  /** @param width Numbers of each id. */
  constructor(width: number) {
    this.#width = width;
    this.#numbers = new Float64Array(FIRST_IDS * width);
  }

  get size(): number {
    return this.#size;
  }

  /** All ids, in the order in which they were added: valid until the next change. */
  get ids(): Float64Array {
    return this.#ids.subarray(0, this.#size);
  }

  /** Numbers of all ids: those of the id at an index begin at `index * width`. Valid until the next change. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** Forgets all ids. Keeps its memory, unless that is large: to clear it would cost more than the few ids of most entries. */
  clear(): void {
    this.#size = 0;
    if (this.#ids.length <= MAX_KEPT_IDS) this.#slots.fill(0);
    else this.#makeRoom(FIRST_IDS);
  }

  /** Returns the index of an id, or -1 if it is not there. */
  find(id: number): number {
    return (this.#slots[this.#slotOf(id)] ?? 0) - 1;
  }

  /** Adds an id that is not there. @returns Its index. Its numbers are those of a forgotten id. */
  add(id: number): number {
    if (this.#size === this.#ids.length) this.#double();
    const index = this.#size++;
    this.#ids[index] = id;
    this.#slots[this.#slotOf(id)] = index + 1;
    return index;
  }

  /** Removes all ids that are not below a bound. */
  keepBelow(bound: number): void {
    const [size, width] = [this.#size, this.#width];
    this.#slots.fill(0);
    this.#size = 0;
    for (let from = 0; from < size; from += 1) {
      const id = numberAt(this.#ids, from);
      if (id < bound) this.#numbers.copyWithin(this.add(id) * width, from * width, (from + 1) * width);
    }
  }

  /** Returns the slot of an id, or the slot that it would take. */
  #slotOf(id: number): number {
    const [ids, slots] = [this.#ids, this.#slots];
    const last = slots.length - 1;
    const high = Math.imul((id / 2 ** LOW_BITS) >>> 0, SPREAD_HIGH);
    const first = (Math.imul(id >>> 0, SPREAD_LOW) + high) >>> Math.clz32(last);
    for (let slot = first; ; slot = (slot + 1) & last) {
      const index = slots[slot] ?? 0;
      if (index === 0 || ids[index - 1] === id) return slot;
    }
  }

  #makeRoom(ids: number): void {
    this.#ids = new Float64Array(ids);
    this.#numbers = new Float64Array(ids * this.#width);
    this.#slots = new Int32Array(ids * SLOTS_PER_ID);
  }

  #double(): void {
    const [ids, numbers] = [this.#ids, this.#numbers];
    this.#makeRoom(ids.length * 2);
    this.#ids.set(ids);
    this.#numbers.set(numbers);
    for (let index = 0; index < ids.length; index += 1) this.#slots[this.#slotOf(numberAt(ids, index))] = index + 1;
  }
}
