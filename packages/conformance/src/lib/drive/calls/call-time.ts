import type { Clock } from '@idvkit/delivery';

/** Time that passes by calls: what a run shows does not depend on how busy the machine is. */
export class CallTime implements Clock {
  #now: number;

  /** @param start Milliseconds since the Unix epoch. */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Lets a millisecond pass at the beginning and the end of each call, so that their order shows. */
  tick(): void {
    this.#now += 1;
  }

  /** Does nothing: what is scheduled falls due when the clock of the mock is moved. */
  schedule(): () => void {
    return () => {};
  }
}
