interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** Real time plus whatever an operator let pass. A clock with a `start` stands still otherwise. */
export class ServiceClock {
  readonly #start: number | undefined;
  #ahead = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #alarms: Alarm[] = [];

  constructor(start?: number) {
    this.#start = start;
  }

  now(): number {
    return (this.#start ?? Date.now()) + this.#ahead;
  }

  after(ms: number, ring: () => void): () => void {
    const alarm = { at: this.now() + ms, ring };
    this.#alarms.push(alarm);
    this.#wind();
    return () => this.#remove(alarm);
  }

  /** Lets time pass. `caughtUp` is awaited before and after each alarm, so that sockets keep up. */
  async pass(ms: number, caughtUp: () => Promise<void>): Promise<void> {
    await caughtUp();
    const end = this.now() + ms;
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#ahead += Math.max(0, next.at - this.now());
      this.#remove(next);
      next.ring();
      await caughtUp();
    }
    this.#ahead += Math.max(0, end - this.now());
    this.#wind();
  }

  stop(): void {
    this.#alarms.length = 0;
    clearTimeout(this.#timer);
  }

  #next(): Alarm | undefined {
    return this.#alarms.toSorted((one, other) => one.at - other.at)[0];
  }

  #remove(alarm: Alarm): void {
    const index = this.#alarms.indexOf(alarm);
    if (index >= 0) this.#alarms.splice(index, 1);
    this.#wind();
  }

  #wind(): void {
    clearTimeout(this.#timer);
    const next = this.#next();
    if (next === undefined || this.#start !== undefined) return;
    const wait = Math.min(Math.max(0, next.at - this.now()), 2 ** 30);
    this.#timer = setTimeout(() => {
      if (next.at > this.now()) return this.#wind();
      this.#remove(next);
      next.ring();
    }, wait);
  }
}
