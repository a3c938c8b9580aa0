/** Longer runs are not kept. */
export const LONGEST_KEPT = 64;
const FEWEST_RUNS = 1 << 9;
const MOST_RUNS = 1 << 17;
/** Bytes of a record, on average. */
const BYTES_PER_RUN = 32;
/** Bytes of a record before the run: how long it is, and how long what stands for it. */
const HEAD_BYTES = 3;

/**
 * What stands for runs of bytes, words above all: the same few make up most of any text. What is known of a run lies together, as
 * fetching it from memory is what a look-up costs. Forgets all when it is full.
 */
export class RunCache {
  #room = FEWEST_RUNS;
  /** Hash and record of each run; a record of 0 is none. */
  #slots = new Int32Array(FEWEST_RUNS * 4);
  #bytes = new Uint8Array(FEWEST_RUNS * BYTES_PER_RUN);
  #end = 1;
  #count = 0;

  /** Records: heads, runs, and behind each what stands for it. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Finds a run. @returns its record, 0 where it is not known. */
  find(source: Uint8Array, from: number, to: number, hash: number): number {
    const length = to - from;
    const slots = this.#slots;
    const bytes = this.#bytes;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const record = slots[slot + 1] ?? 0;
      if (record === 0) return 0;
      if (slots[slot] !== hash || bytes[record] !== length) continue;
      let at = record + HEAD_BYTES;
      let same = from;
      while (same < to && bytes[at] === source[same]) {
        at += 1;
        same += 1;
      }
      if (same === to) return record;
    }
  }

  /** Where in {@link RunCache.bytes} what stands for a run begins. */
  startOf(record: number): number {
    return record + HEAD_BYTES + (this.#bytes[record] ?? 0);
  }

  lengthOf(record: number): number {
    return (this.#bytes[record + 1] ?? 0) | ((this.#bytes[record + 2] ?? 0) << 8);
  }

  /** Keeps what stands for a run of at most {@link LONGEST_KEPT} bytes. */
  keep(run: Uint8Array, hash: number, replacement: Uint8Array): void {
    const bytes = HEAD_BYTES + run.length + replacement.length;
    if (run.length > LONGEST_KEPT || bytes > FEWEST_RUNS) return;
    if (this.#count === this.#room || this.#end + bytes > this.#bytes.length) {
      if (this.#room < MOST_RUNS) this.#grow();
      else this.#forget();
    }
    const record = this.#end;
    this.#bytes[record] = run.length;
    this.#bytes[record + 1] = replacement.length;
    this.#bytes[record + 2] = replacement.length >> 8;
    this.#bytes.set(run, record + HEAD_BYTES);
    this.#bytes.set(replacement, record + HEAD_BYTES + run.length);
    this.#end += bytes;
    this.#count += 1;
    this.#enter(hash, record);
  }

  #enter(hash: number, record: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
    slots[slot] = hash;
    slots[slot + 1] = record;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#count = 0;
    this.#end = 1;
  }

  #grow(): void {
    this.#room *= 4;
    const bytes = new Uint8Array(this.#room * BYTES_PER_RUN);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    const before = this.#slots;
    this.#slots = new Int32Array(this.#room * 4);
    for (let slot = 0; slot < before.length; slot += 2) {
      const record = before[slot + 1] ?? 0;
      if (record !== 0) this.#enter(before[slot] ?? 0, record);
    }
  }
}
