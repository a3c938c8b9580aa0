import { request } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

import type { TimeLine } from './time-line.ts';

/** Where deliveries go. */
export interface Receiver {
  readonly url: string;
  readonly secret: string;
}

const LIMIT_MS = 30_000;
const BETWEEN_RETRIES_MS = 5000;
/** Real time in which a receiver on this machine answers if it is going to. */
const SOON_MS = 500;
/** Turns of the event loop that it also has: on a busy machine, time passes while nothing is done. */
const SOON_TURNS = 100;

/** Takes deliveries to receivers, with a new body for each attempt. */
export class Couriers {
  readonly receivers: Receiver[] = [];
  readonly #time: TimeLine;
  /** Deliveries under way, each with the real time until which it is waited for. */
  readonly #out = new Map<Promise<void>, number>();

  constructor(time: TimeLine) {
    this.#time = time;
  }

  send(body: () => string): void {
    for (const receiver of this.receivers) this.#attempt(receiver, body, 3);
  }

  /** Waits until every delivery under way is answered, or seems to be held. */
  async quiet(): Promise<void> {
    const waits = [...this.#out].map(([over, until]) => {
      const soon = setTimeout(Math.max(0, until - performance.now())).then(() => turns(SOON_TURNS));
      return Promise.race([over, soon]);
    });
    await Promise.all(waits);
  }

  #attempt(receiver: Receiver, body: () => string, retriesLeft: number): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#out.set(promise, performance.now() + SOON_MS);
    const over = (status?: number): void => {
      if (!this.#out.delete(promise)) return;
      cancel();
      resolve();
      if (status === undefined || status < 500 || retriesLeft === 0) return;
      this.#time.later(BETWEEN_RETRIES_MS, () => this.#attempt(receiver, body, retriesLeft - 1));
    };
    const bytes = Buffer.from(body());
    const sent = request(receiver.url, {
      method: 'POST',
      headers: {
        'user-agent': 'lenient/2',
        'content-type': 'application/json',
        authorization: `Bearer ${receiver.secret}`,
        'content-length': bytes.length,
        'x-attempt': String(4 - retriesLeft),
      },
    });
    const cancel = this.#time.later(LIMIT_MS, () => {
      over();
      sent.destroy();
    });
    sent.on('response', (response) => {
      response.resume();
      over(response.statusCode);
    });
    sent.on('error', () => over());
    sent.end(bytes);
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
