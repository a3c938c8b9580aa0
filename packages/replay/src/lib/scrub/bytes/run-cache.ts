/** Longer runs are not kept. */
export const MAX_KEPT_LENGTH = 64;
const MIN_RUNS = 1 << 9;
const MAX_RUNS = 1 << 17;
/** Bytes of a record, on average. */
const BYTES_PER_RUN = 32;
/** Bytes of a record before the run: how long it is, and how long what stands for it. */
const HEAD_BYTES = 3;
/** Bits of a slot that say where the record is; the others are the highest of the hash. */
const RECORD_BITS = 22;
const RECORD = 2 ** RECORD_BITS - 1;

/**
 * What stands for runs of bytes, words above all: the same few make up most of any text. What is known of a run lies together, as
 * fetching it from memory is what a look-up costs. Forgets all when it is full.
 */
export class RunCache {
  #room = MIN_RUNS;
  /** Records, each below the highest bits of its hash; a record of 0 is none. Small, so that it stays near the processor. */
  #slots = new Int32Array(MIN_RUNS * 2);
  #bytes = new Uint8Array(MIN_RUNS * BYTES_PER_RUN);
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
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return 0;
      const record = entry & RECORD;
      if ((entry ^ hash) >>> RECORD_BITS !== 0 || bytes[record] !== length) continue;
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

  /** Keeps what stands for a run of at most {@link MAX_KEPT_LENGTH} bytes. */
  keep(run: Uint8Array, hash: number, replacement: Uint8Array): void {
    const bytes = HEAD_BYTES + run.length + replacement.length;
    if (run.length > MAX_KEPT_LENGTH || bytes > MIN_RUNS) return;
    if (this.#count === this.#room || this.#end + bytes > this.#bytes.length) {
      if (this.#room < MAX_RUNS) this.#grow();
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
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = (hash & ~RECORD) | record;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#count = 0;
    this.#end = 1;
  }

  #grow(): void {
    this.#room *= 2;
    const bytes = new Uint8Array(this.#room * BYTES_PER_RUN);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#slots = new Int32Array(this.#room * 2);
    for (let record = 1; record < this.#end; record = this.startOf(record) + this.lengthOf(record)) {
      const run = record + HEAD_BYTES;
      let hash = 0;
      for (let at = run; at < this.startOf(record); at += 1) hash = hashNext(hash, bytes[at] ?? 0);
      this.#enter(hashEnd(hash), record);
    }
  }
}

/** The hash of a run, byte by byte, from 0. */
export function hashNext(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** What is done with the hash after the last byte. */
export function hashEnd(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}
