import type { Clock } from '@idvkit/delivery';

/** Time that passes by what a run sees, and otherwise stands still: a busy machine does not change it. */
export class EventTime implements Clock {
  #now: number;

  /** @param start Milliseconds since the Unix epoch. */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Lets a millisecond pass, so that the order of events shows. */
  tick(): void {
    this.#now += 1;
  }

  /** Does nothing: what is scheduled falls due when the clock of the mock is moved. */
  schedule(): () => void {
    return () => {};
  }
}
