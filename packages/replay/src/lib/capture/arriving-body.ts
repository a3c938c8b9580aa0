import type { IncomingMessage } from 'node:http';

import type { Clock } from '@idvkit/delivery';

/** Bytes that wait for the disk before the sender is asked to wait. */
const MAX_WAITING_BYTES = 2 ** 20;

export interface ArrivalOptions {
  readonly clock: Clock;
  /** Milliseconds without a byte after which an upload counts as broken off. Time in which the disk is waited for is not counted. */
  readonly idleMs: number;
}

/** Reads the body of a request as it arrives, all of it before an error. A caller that stops lets others continue with the rest. */
export async function* arrivingBody(
  request: IncomingMessage,
  { clock, idleMs }: ArrivalOptions,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  // It may have gone away before it was looked at.
  let ended = request.destroyed;
  let wake = (): void => {};
  // No encoding is set, so the parts are bytes.
  const take = (part: Uint8Array): void => {
    waiting.push(part);
    bytes += part.byteLength;
    if (bytes >= MAX_WAITING_BYTES) request.pause();
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  request.on('data', take).on('end', end).on('close', end).on('error', end);
  try {
    for (;;) {
      if (waiting.length > 0) {
        const parts = waiting;
        waiting = [];
        bytes = 0;
        request.resume();
        yield* parts;
      } else if (ended) {
        break;
      } else {
        const cancel = clock.schedule(idleMs, end);
        await new Promise<void>((resolve) => (wake = resolve));
        cancel();
      }
    }
  } finally {
    request.off('data', take).off('end', end).off('close', end).off('error', end);
    if (!request.complete) request.pause();
  }
  if (!request.complete) throw new Error('The sender went away');
}
