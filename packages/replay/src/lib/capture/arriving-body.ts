import type { IncomingMessage } from 'node:http';

import { countPartBytes } from './part-garbage.ts';

/** Bytes that wait for the disk before the sender is asked to wait. */
const MOST_WAITING_BYTES = 2 ** 18;

/**
 * The body of a request as it arrives. When the sender goes away, what had come is still given before the break is told: the
 * request itself would throw it away.
 */
export async function* arrivingBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let ended = false;
  let wake = (): void => {};
  // No encoding is set, so the parts are bytes.
  request.on('data', (part: Uint8Array) => {
    waiting.push(part);
    bytes += part.byteLength;
    countPartBytes(part.byteLength);
    if (bytes >= MOST_WAITING_BYTES) request.pause();
    wake();
  });
  const end = (): void => {
    ended = true;
    wake();
  };
  request.once('end', end).once('close', end).on('error', end);
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
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  if (!request.complete) throw new Error('The sender went away');
}
