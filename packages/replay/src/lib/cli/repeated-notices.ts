import type { Output } from '@idvkit/cli-kit';
import type { Clock } from '@idvkit/delivery';

/** Time in which the same notice is only counted. */
const QUIET_MS = 10_000;

/** Writes notices that anybody on the network can cause: the first of a kind immediately, then counts of ten seconds. */
export class RepeatedNotices {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, { count: number; cancel: () => void }>();

  constructor(output: Output, clock: Clock) {
    this.#output = output;
    this.#clock = clock;
  }

  add(text: string): void {
    const kind = this.#kinds.get(text);
    if (kind !== undefined) {
      kind.count += 1;
      return;
    }
    this.#output.write(`${text}\n`);
    this.#wait(text);
  }

  close(): void {
    for (const [text, { cancel }] of this.#kinds) {
      cancel();
      this.#flush(text);
    }
    this.#kinds.clear();
  }

  #wait(text: string): void {
    const cancel = this.#clock.schedule(QUIET_MS, () => {
      if (this.#flush(text)) this.#wait(text);
      else this.#kinds.delete(text);
    });
    this.#kinds.set(text, { count: 0, cancel });
  }

  /** @returns whether there was something to write. */
  #flush(text: string): boolean {
    const count = this.#kinds.get(text)?.count ?? 0;
    if (count > 0) this.#output.write(`${text} (${count} more)\n`);
    return count > 0;
  }
}
