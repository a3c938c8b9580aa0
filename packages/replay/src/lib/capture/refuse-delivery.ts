import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Clock } from '@idvkit/delivery';

/** Limits of reading a body that cannot be kept: most senders read the answer only after they have sent everything. */
const MAX_DISCARDED_BYTES = 64 * 2 ** 20;
const MAX_DISCARDING_MS = 10_000;

/**
 * Answers a request that is not kept: 503 if it is to come again. The rest of its body is read for a while:
 * closing a connection with bytes in it would take the answer away from the sender.
 */
export async function refuseDelivery(
  request: IncomingMessage,
  response: ServerResponse,
  { status, clock }: { readonly status: number; readonly clock: Clock },
): Promise<void> {
  if (!response.headersSent) {
    response.writeHead(status, { connection: 'close', 'content-length': '0' });
    response.flushHeaders();
  }
  await discardRest(request, clock);
  response.end();
}

function discardRest(request: IncomingMessage, clock: Clock): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const discard = (part: Uint8Array): void => {
      bytes += part.byteLength;
      if (bytes > MAX_DISCARDED_BYTES) stop();
    };
    const stop = (): void => {
      cancel();
      request.off('data', discard).pause();
      resolve();
    };
    const cancel = clock.schedule(MAX_DISCARDING_MS, stop);
    // A sender that goes away ends it, too.
    request.on('data', discard).on('end', stop).on('close', stop).on('error', stop);
    request.resume();
  });
}
