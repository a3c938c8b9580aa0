/** Longer runs are not kept. */
export const LONGEST_KEPT = 64;
const FEWEST_RUNS = 1 << 9;
const MOST_RUNS = 1 << 17;
/** Bytes of a run and of what stands for it, on average. */
const BYTES_PER_RUN = 32;

/** What stands for runs of bytes, words above all: the same few make up most of any text. Forgets all when it is full. */
export class RunCache {
  #room = FEWEST_RUNS;
  #slots = new Int32Array(FEWEST_RUNS * 2);
  /** Of each entry: hash, where it begins, bytes of the run, bytes of what stands for it. */
  #hashes = new Int32Array(FEWEST_RUNS + 1);
  #starts = new Int32Array(FEWEST_RUNS + 1);
  #runLengths = new Uint8Array(FEWEST_RUNS + 1);
  #lengths = new Uint16Array(FEWEST_RUNS + 1);
  #bytes = new Uint8Array(FEWEST_RUNS * BYTES_PER_RUN);
  #end = 0;
  #count = 0;

  /** Runs, and behind each what stands for it. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Finds a run. @returns its entry, 0 where it is not known. */
  find(source: Uint8Array, from: number, to: number, hash: number): number {
    const length = to - from;
    const slots = this.#slots;
    const hashes = this.#hashes;
    const bytes = this.#bytes;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return 0;
      if (hashes[entry] !== hash || this.#runLengths[entry] !== length) continue;
      let at = this.#starts[entry] ?? 0;
      let same = from;
      while (same < to && bytes[at] === source[same]) {
        at += 1;
        same += 1;
      }
      if (same === to) return entry;
    }
  }

  /** Where in {@link RunCache.bytes} what stands for a run begins. */
  startOf(entry: number): number {
    return (this.#starts[entry] ?? 0) + (this.#runLengths[entry] ?? 0);
  }

  lengthOf(entry: number): number {
    return this.#lengths[entry] ?? 0;
  }

  /** Keeps what stands for a run of at most {@link LONGEST_KEPT} bytes. */
  keep(run: Uint8Array, hash: number, replacement: Uint8Array): void {
    const bytes = run.length + replacement.length;
    if (run.length > LONGEST_KEPT || replacement.length > 0xffff || bytes > BYTES_PER_RUN * FEWEST_RUNS) return;
    if (this.#count === this.#room || this.#end + bytes > this.#bytes.length) {
      if (this.#room < MOST_RUNS) this.#grow();
      else this.#forget();
    }
    this.#count += 1;
    const entry = this.#count;
    this.#hashes[entry] = hash;
    this.#starts[entry] = this.#end;
    this.#runLengths[entry] = run.length;
    this.#lengths[entry] = replacement.length;
    this.#bytes.set(run, this.#end);
    this.#bytes.set(replacement, this.#end + run.length);
    this.#end += bytes;
    this.#enter(entry);
  }

  #enter(entry: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (this.#hashes[entry] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#count = 0;
    this.#end = 0;
  }

  #grow(): void {
    this.#room *= 4;
    const entries = this.#room + 1;
    const [hashes, starts] = [new Int32Array(entries), new Int32Array(entries)];
    const [runLengths, lengths] = [new Uint8Array(entries), new Uint16Array(entries)];
    const bytes = new Uint8Array(this.#room * BYTES_PER_RUN);
    hashes.set(this.#hashes);
    starts.set(this.#starts);
    runLengths.set(this.#runLengths);
    lengths.set(this.#lengths);
    bytes.set(this.#bytes);
    [this.#hashes, this.#starts, this.#runLengths, this.#lengths] = [hashes, starts, runLengths, lengths];
    this.#bytes = bytes;
    this.#slots = new Int32Array(this.#room * 2);
    for (let entry = 1; entry <= this.#count; entry += 1) this.#enter(entry);
  }
}
