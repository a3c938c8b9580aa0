import { createServer, type Server } from 'node:http';

import { listen, systemClock } from '@idvkit/delivery';

import type { CaptureContext } from './capture-context.ts';
import type { CaptureOptions } from './capture-options.ts';
import { DeliveryKeeper } from './delivery-keeper.ts';
import { Forwarder } from './forwarder.ts';
import { ImageFetcher } from './image-fetcher.ts';
import { OpenRequests } from './open-requests.ts';
import { Retention } from './retention.ts';

/** A capture that is listening. */
export interface Capture {
  readonly url: string;
  /** Captures that were to be forwarded, and no receiver answered 2xx until now. `archive.list({ receivers: ['missed'] })` lists them. */
  readonly notPassedOn: number;
  /** Resolves once nothing is left to do for what was captured until now: passing on, fetching images. */
  settled(): Promise<void>;
  /** Resolves once nothing is being erased that is beyond the limits. */
  pruned(): Promise<void>;
  /** Stops listening, lets what is under way end for a little while, and closes what captures. */
  close(): Promise<void>;
}

/** Bytes of the headers of a request; with more, it is answered 431. */
const MAX_HEADER_BYTES = 256 * 1_024;
/** Connections that may wait to be accepted. */
const BACKLOG = 4_096;

/**
 * Receives deliveries and keeps them. A delivery is answered only after it is on the disk, so what was acknowledged is never
 * lost. Several processes may capture into one archive.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { archive, host = '127.0.0.1', clock = systemClock } = options;
  const now = options.now ?? (() => new Date(clock.now()));
  await archive.removeLeftOver();
  const writer = archive.openWriter();
  const closing = new AbortController();
  const context: CaptureContext = {
    archive,
    writer,
    clock,
    now,
    onOutcome: (captured, outcome) => options.onForward?.(captured, outcome),
    onImages: (captured, outcomes) => {
      if (!closing.signal.aborted) options.onImages?.(captured, outcomes);
    },
    onLoss: (captured, error) => {
      if (!closing.signal.aborted) options.onLoss?.(captured, error);
    },
    onUnreadable: (error) => options.onUnreadable?.(error),
  };
  const forwarder = options.forward && new Forwarder(options.forward, context);
  const fetcher = options.images && new ImageFetcher(options.images, context);
  const keeper = new DeliveryKeeper(options, { ...context, forwarder, fetcher, closing: closing.signal });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) =>
    keeper.receive(requests.begin(request, response)),
  );
  const requests = new OpenRequests(server, (reason) => options.onRefused?.(reason));
  // A body may take as long as it takes. Only what is silent is dropped: an upload after some time, a connection that begins none.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  const port = await listen(server, { port: options.port, host, backlog: BACKLOG });
  const { limits } = options;
  const retention =
    limits && new Retention({ ...options, limits, stays: (id) => forwarder?.isWaiting(id) === true }, context);
  const settled = async (): Promise<void> => {
    do await Promise.all([keeper.idle(), forwarder?.idle(), fetcher?.idle()]);
    while (keeper.isBusy);
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    get notPassedOn() {
      return forwarder?.notPassedOn ?? 0;
    },
    settled,
    pruned: async () => retention?.idle(),
    close: async () => {
      closing.abort();
      const pruned = retention?.close();
      const closeParts = (): Promise<unknown> => Promise.all([forwarder?.close(), fetcher?.close()]);
      await closeServer(server, { settled, closeParts, graceMs: options.graceMs ?? 2_000 });
      await Promise.all([closeParts(), pruned]);
    },
  };
}

/** Stops listening. Requests under way have some time to end; then connections are cut, and the parts of the capture closed. */
async function closeServer(
  server: Server,
  {
    settled,
    closeParts,
    graceMs,
  }: { readonly settled: () => Promise<void>; readonly closeParts: () => Promise<unknown>; readonly graceMs: number },
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
    void closeParts();
  }, graceMs);
  await settled();
  clearTimeout(cutOff);
  server.closeAllConnections();
  await closed;
}
