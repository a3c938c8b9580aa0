import { createHash } from 'node:crypto';

import { BodyKeeper } from '../observe/body-keeper.ts';
import type { RecordedCall } from './har-entry.ts';

/** Calls, deliveries and observations that are read before the reading stops. */
const MAX_OBSERVATIONS = 100_000;

/** Limits of the reading of recordings, and the bodies of deliveries that were read. */
export class Intake {
  readonly keeper: BodyKeeper = new BodyKeeper();
  readonly #bodies = new Set<string>();
  #count = 0;

  get isFull(): boolean {
    return this.#count >= MAX_OBSERVATIONS;
  }

  /** Returns why the reading is incomplete, if so. */
  get stopped(): string | undefined {
    if (this.isFull) return `Only the first ${MAX_OBSERVATIONS} calls and deliveries were read`;
    return this.keeper.isExhausted
      ? 'Some bodies were left out, because all of them together are too large: check fewer files together'
      : undefined;
  }

  /** Counts a call, delivery or observation. */
  count<Of>(read: Of): Of {
    this.#count += 1;
    return read;
  }

  /** Counts a delivery, and marks it if its body came before. */
  delivery(call: RecordedCall): RecordedCall {
    const hash = createHash('sha256').update(call.requestBody?.bytes ?? '');
    return this.count({ ...call, isReplay: this.isReplay(hash.digest('hex')) });
  }

  /** Checks if a body came before, and notes it. */
  isReplay(sha256: string): boolean {
    const isKnown = this.#bodies.has(sha256);
    this.#bodies.add(sha256);
    return isKnown;
  }
}
