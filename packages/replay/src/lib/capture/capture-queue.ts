import { ArchiveError, type Archive, type CaptureEntry } from '@idvkit/archive';

export interface QueueOptions {
  readonly archive: Archive;
  /** Captures that are worked on at the same time. */
  readonly atOnce: number;
  /** Works on a capture. Never rejects. */
  readonly work: (entry: CaptureEntry, note: string) => Promise<void>;
  /** Called if a capture cannot be read back from the archive. It is given up. */
  readonly onUnreadable: (error: unknown) => void;
}

/** A queue of captures, first come first served. Memory holds their numbers and notes: the archive has the rest. */
export class CaptureQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new Map<number, string>();
  readonly #inProgress = new Map<number, Promise<void>>();
  #lastNote = '';

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Adds a capture, and a note about it that is kept in memory. */
  add(id: number, note = ''): void {
    // Notes are mostly equal, and equal ones then take the memory of one.
    if (note !== this.#lastNote) this.#lastNote = note;
    this.#waiting.set(id, this.#lastNote);
    this.#proceed();
  }

  /** Returns whether a capture waits or is worked on. */
  has(id: number): boolean {
    return this.#waiting.has(id) || this.#inProgress.has(id);
  }

  /** Resolves once nothing waits and nothing is in progress. */
  async idle(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.race(this.#inProgress.values());
  }

  /** Drops the captures that wait. Those in progress continue. */
  clear(): void {
    this.#waiting.clear();
  }

  #proceed(): void {
    for (const [id, note] of this.#waiting) {
      if (this.#inProgress.size >= this.#options.atOnce) return;
      this.#waiting.delete(id);
      const working = this.#work(id, note).finally(() => {
        this.#inProgress.delete(id);
        this.#proceed();
      });
      this.#inProgress.set(id, working);
    }
  }

  async #work(id: number, note: string): Promise<void> {
    const { archive, work, onUnreadable } = this.#options;
    let entry: CaptureEntry;
    try {
      entry = archive.find(String(id));
    } catch (error) {
      // It may have been erased since.
      if (!(error instanceof ArchiveError && error.code === 'capture-unknown')) onUnreadable(error);
      return;
    }
    await work(entry, note);
  }
}
