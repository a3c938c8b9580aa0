import { systemClock, type Clock } from './clock.ts';

/** `frozen`: time moves by {@link TestClock.advance} only. `offset`: real time flows on, from a moment of one's choice. */
export type TestClockMode = 'frozen' | 'offset';

/** Where a test clock starts. */
export interface TestClockOptions {
  /** First moment, in milliseconds since the Unix epoch. Default: that of `real`. */
  readonly now?: number;
  /** Default `frozen`. */
  readonly mode?: TestClockMode;
  /** Underlying clock in `offset` mode. Default: the machine's clock. */
  readonly real?: Clock;
}

/** A clock that a test can move. */
export interface TestClock extends Clock {
  readonly mode: TestClockMode;
  /** How many calls are scheduled and neither due nor taken back. */
  readonly scheduled: number;
  /**
   * Moves time on by `byMs`. What falls due on the way is called in order of due time, each at its own moment.
   * Promise chains get a turn of the event loop before time moves and after each call, so what they schedule in answer
   * is on the clock before it goes on. Calls to `advance` queue up.
   *
   * @param byMs Milliseconds, 0 or more. 0 calls what is already due.
   * @param settled Awaited as well before time moves and after each call, so that real sockets keep up with test time:
   *   {@link Sender.settled}, for instance.
   * @throws {RangeError} if `byMs` is negative or not finite.
   * @throws whatever `settled` rejects with, and what a call that fell due throws; time stays where it was reached.
   */
  advance(byMs: number, settled?: () => Promise<void>): Promise<void>;
  /**
   * Sets the hands, the mode, or both. Due times stay as they are: what a set forward makes due is called by the next
   * `advance` in `frozen` mode, and soon by itself in `offset` mode.
   */
  set(to: { readonly mode?: TestClockMode; readonly now?: number }): void;
  /** Takes back all that is scheduled, so that nothing keeps the process alive. */
  close(): void;
}

interface Entry {
  readonly at: number;
  readonly due: () => void;
}

/** Makes a {@link TestClock}. Time never passes by surprise: frozen unless asked otherwise. */
export function createTestClock({ now, mode = 'frozen', real = systemClock }: TestClockOptions = {}): TestClock {
  return new MovableClock(now ?? real.now(), mode, real);
}

class MovableClock implements TestClock {
  readonly #real: Clock;
  /** In order of insertion, which decides among entries of the same moment. */
  readonly #entries = new Set<Entry>();
  #mode: TestClockMode;
  /** Test time: `#base` alone when frozen, real time plus `#base` otherwise. */
  #base: number;
  #disarm: () => void = () => {};
  #queue: Promise<unknown> = Promise.resolve();

  constructor(now: number, mode: TestClockMode, real: Clock) {
    this.#real = real;
    this.#mode = mode;
    this.#base = mode === 'frozen' ? now : now - real.now();
  }

  get mode(): TestClockMode {
    return this.#mode;
  }

  get scheduled(): number {
    return this.#entries.size;
  }

  now(): number {
    return this.#mode === 'frozen' ? this.#base : this.#real.now() + this.#base;
  }

  schedule(delayMs: number, due: () => void): () => void {
    const entry = { at: this.now() + Math.max(0, delayMs), due };
    this.#entries.add(entry);
    this.#arm();
    return () => {
      if (this.#entries.delete(entry)) this.#arm();
    };
  }

  advance(byMs: number, settled?: () => Promise<void>): Promise<void> {
    if (!Number.isFinite(byMs) || byMs < 0) {
      return Promise.reject(new RangeError(`advance() takes 0 or more milliseconds, not ${byMs}`));
    }
    const moved = this.#queue.then(() => this.#advance(byMs, settled));
    this.#queue = moved.catch(() => {});
    return moved;
  }

  set({ mode = this.#mode, now = this.now() }: { readonly mode?: TestClockMode; readonly now?: number }): void {
    this.#mode = mode;
    this.#setNow(now);
  }

  close(): void {
    this.#entries.clear();
    this.#arm();
  }

  async #advance(byMs: number, settled?: () => Promise<void>): Promise<void> {
    const keptUp = async (): Promise<void> => {
      await turnOfTheEventLoop();
      await settled?.();
    };
    await keptUp();
    const target = this.now() + byMs;
    for (let next = this.#next(); next !== undefined && next.at <= target; next = this.#next()) {
      if (next.at > this.now()) this.#setNow(next.at);
      this.#call(next);
      await keptUp();
    }
    if (target > this.now()) this.#setNow(target);
  }

  #setNow(now: number): void {
    this.#base = this.#mode === 'frozen' ? now : now - this.#real.now();
    this.#arm();
  }

  #call(entry: Entry): void {
    this.#entries.delete(entry);
    this.#arm();
    entry.due();
  }

  #next(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries) if (first === undefined || entry.at < first.at) first = entry;
    return first;
  }

  /** Has real time call the next entry, where real time flows. */
  #arm(): void {
    this.#disarm();
    this.#disarm = () => {};
    const next = this.#mode === 'offset' ? this.#next() : undefined;
    if (next === undefined) return;
    this.#disarm = this.#real.schedule(Math.max(0, next.at - this.now()), () => {
      if (next.at <= this.now()) this.#call(next);
      else this.#arm();
    });
  }
}

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
