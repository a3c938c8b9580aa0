import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/** Captures that memory holds while they wait. */
const MAX_HELD = 256;

interface Waiting {
  readonly captured: Captured;
  readonly note: string;
}

/** Captures of consecutive numbers with the same note: all that memory knows of those beyond {@link MAX_HELD}. */
interface Spilled {
  first: number;
  last: number;
  readonly note: string;
}

export interface WaitingOptions {
  readonly archive: Archive;
  /** Captures that are worked on at the same time. */
  readonly atOnce: number;
  /** Works on a capture. Never rejects. */
  readonly work: (captured: Captured, note: string) => Promise<void>;
  /** Called if captures cannot be read back from the archive. They are given up. */
  readonly onUnreadable: (error: unknown) => void;
}

/** A queue of captures, first come first served. Memory holds a few hundred of them: the archive has the others. */
export class WaitingCaptures {
  readonly #options: WaitingOptions;
  readonly #held: Waiting[] = [];
  /** All of them come after those that are held. */
  readonly #spilled: Spilled[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #reading: Promise<void> | undefined;

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  /** Adds a capture, and a note about it that is kept in memory: the same for most captures, if there are to be many. */
  add(captured: Captured, note = ''): void {
    if (this.#spilled.length > 0 || this.#reading !== undefined || this.#held.length >= MAX_HELD) {
      this.#spill(captured.id, note);
    } else {
      this.#held.push({ captured, note });
    }
    this.#proceed();
  }

  /** Resolves once nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    for (;;) {
      const open = [...this.#underWay, ...(this.#reading === undefined ? [] : [this.#reading])];
      if (open.length === 0) return;
      await Promise.race(open);
    }
  }

  /** Drops the captures that wait. Those under way continue. */
  clear(): void {
    this.#held.length = 0;
    this.#spilled.length = 0;
  }

  #spill(id: number, note: string): void {
    const range = this.#spilled.at(-1);
    if (range !== undefined && range.last + 1 === id && range.note === note) range.last = id;
    else this.#spilled.push({ first: id, last: id, note });
  }

  #proceed(): void {
    while (this.#underWay.size < this.#options.atOnce) {
      const next = this.#held.shift();
      if (next === undefined) break;
      const working = this.#options.work(next.captured, next.note).finally(() => {
        this.#underWay.delete(working);
        this.#proceed();
      });
      this.#underWay.add(working);
    }
    if (this.#held.length === 0 && this.#spilled.length > 0) {
      this.#reading ??= this.#readBack().finally(() => {
        this.#reading = undefined;
        this.#proceed();
      });
    }
  }

  async #readBack(): Promise<void> {
    const [range] = this.#spilled;
    if (range === undefined) return;
    const { first, note } = range;
    const last = Math.min(range.last, first + MAX_HELD - 1);
    const found: Waiting[] = [];
    try {
      // Those that were erased are not there any more.
      for await (const { captured } of this.#options.archive.list({ ids: [first, last] }))
        found.push({ captured, note });
    } catch (error) {
      this.clear();
      this.#options.onUnreadable(error);
      return;
    }
    // It may have been cleared, or have grown.
    if (this.#spilled[0] !== range) return;
    if (last === range.last) this.#spilled.shift();
    else range.first = last + 1;
    this.#held.push(...found);
  }
}
