import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Archive, ArchiveWriter, BodyEncoding } from '@idvkit/archive';
import { pause, systemClock, type Clock } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import { answerAt, statusOf, type AnswerPlan, type PlannedAnswer } from './answer-plan.ts';
import { arrivingBody } from './arriving-body.ts';
import { checkBearer } from './bearer.ts';
import { Forwarder, type ForwardOptions, type ForwardOutcome } from './forwarder.ts';
import { ImageFetcher, type ImageOptions } from './image-fetcher.ts';
import { authorizations, redactHeaders, redactPath } from './redact.ts';
import { refuseDelivery } from './refuse-delivery.ts';

/** Choices of a capture. */
export interface CaptureOptions {
  readonly archive: Archive;
  /** Loopback unless another address is named. Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Secret that a bearer is compared with; it is never stored. A delivery that does not match is kept and answered 401. */
  readonly secret?: string;
  readonly answers: AnswerPlan;
  /** Passes each complete delivery on whose bearer is not wrong. Default: none. */
  readonly forward?: ForwardOptions;
  /** Fetches the images that deliveries name and keeps them. Default: none is fetched. */
  readonly images?: ImageOptions;
  /** How bodies are kept at rest. Default `identity`. */
  readonly encoding?: BodyEncoding;
  /** Delays, retries and time limits go by it. Default: that of the machine. */
  readonly clock?: Clock;
  /** Time that is written down. Default: that of the clock. */
  readonly now?: () => Date;
  /** Milliseconds without a byte after which an upload counts as broken off. Default 60 s. */
  readonly stallMs?: number;
  /** Milliseconds that uploads have to end in when the capture is closed. Default 2 s. */
  readonly graceMs?: number;
  /** Hears of each capture once it is on the disk. */
  readonly onCapture?: (capture: Captured) => void;
  /** Hears what a receiver said in the end to a capture that was passed on. */
  readonly onForward?: (capture: Captured, outcome: ForwardOutcome) => void;
  /** Hears why a delivery could not be kept; it is then answered 503, so that the service sends it again. */
  readonly onFailure?: (error: unknown) => void;
  /** Called with why something about a capture could not be written down: an answer of a receiver, an image. */
  readonly onLoss?: (capture: Captured, error: unknown) => void;
  /** Called with why captures that waited to be passed on, or for their images, could not be read back. They are given up. */
  readonly onUnreadable?: (error: unknown) => void;
}

/** A capture that is listening. */
export interface Capture {
  readonly url: string;
  /** The archive's writer, for whoever captures and erases in one process. */
  readonly writer: ArchiveWriter;
  /** Captures that were to be passed on and were not, until now. `archive.list({ receivers: ['not-passed-on'] })` lists them. */
  readonly notPassedOn: number;
  /** Resolves once nothing is left to do for what was captured until now: passing on, fetching images. */
  settled(): Promise<void>;
  /** Stops listening, lets what is under way end for a little while, and closes the archive's writer. */
  close(): Promise<void>;
}

/** Connections that may wait to be accepted. */
const BACKLOG = 4_096;

/**
 * Receives deliveries and keeps them. A delivery is answered only after its bytes and its line of the journal are on the
 * disk, so what was acknowledged is never lost.
 *
 * @throws {ArchiveError} `in-use` while another process captures into the same archive.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { clock = systemClock, graceMs = 2_000, stallMs = 60_000, encoding = 'identity' } = options;
  const now = options.now ?? (() => new Date(clock.now()));
  const writer = await options.archive.openWriter({ now, encoding });
  const closing = new AbortController();
  const onLoss = (captured: Captured, error: unknown): void => {
    if (!closing.signal.aborted) options.onLoss?.(captured, error);
  };
  const onUnreadable = (error: unknown): void => options.onUnreadable?.(error);
  const onOutcome = (captured: Captured, outcome: ForwardOutcome): void => options.onForward?.(captured, outcome);
  const forwarder =
    options.forward && new Forwarder(options.forward, { clock, writer, onOutcome, onLoss, onUnreadable });
  const fetcher = options.images && new ImageFetcher(options.images, { writer, now, onLoss, onUnreadable });
  const underWay = new Set<Promise<void>>();
  let received = 0;

  const receive = async (request: IncomingMessage, response: ServerResponse, planned: PlannedAnswer): Promise<void> => {
    const body = arrivingBody(request, { clock, stallMs });
    const captured = await keep(request, body, {
      writer,
      receivedAt: now(),
      planned,
      secret: options.secret,
      isForwarding: forwarder !== undefined,
    });
    options.onCapture?.(captured);
    if (!captured.body.complete) response.destroy();
    if (!isMeant(captured)) return answer(response, captured.answer);
    const delayMs = typeof planned === 'object' ? planned.delayMs : 0;
    const relayed = planned === 'forwarded';
    // Passing it on and fetching its images do not keep its sender waiting.
    if (!relayed && delayMs === 0) answer(response, captured.answer);
    fetcher?.add(captured);
    if (relayed) {
      const outcome = await forwarder?.relay(captured, request.rawHeaders).catch((error: unknown) => {
        onLoss(captured, error);
        return undefined;
      });
      giveBack(response, outcome);
      if (outcome !== undefined) onOutcome(captured, outcome);
      return;
    }
    forwarder?.add(captured, request.rawHeaders);
    if (delayMs > 0) {
      await pause(clock, delayMs, closing.signal);
      answer(response, captured.answer);
    }
  };

  const server = createServer({ maxHeaderSize: 256 * 1_024 }, (request, response) => {
    const planned = answerAt(options.answers, received);
    received += 1;
    const task = receive(request, response, planned).catch((error: unknown) => {
      options.onFailure?.(error);
      return refuseDelivery(request, response, clock);
    });
    underWay.add(task);
    void task.finally(() => underWay.delete(task));
  });
  // A body may take as long as it takes. Only what is silent is dropped: an upload after some time, a connection that begins none.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;

  const settled = async (): Promise<void> => {
    do await Promise.all([...underWay, forwarder?.idle(), fetcher?.idle()]);
    while (underWay.size > 0);
  };
  let url: string;
  try {
    url = await listen(server, options.host ?? '127.0.0.1', options.port);
  } catch (error) {
    await writer.close();
    throw error;
  }
  return {
    url,
    writer,
    get notPassedOn() {
      return forwarder?.notPassedOn ?? 0;
    },
    settled,
    close: async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const cutOff = setTimeout(() => {
        server.closeAllConnections();
        void forwarder?.close();
        void fetcher?.close();
      }, graceMs);
      await settled();
      clearTimeout(cutOff);
      server.closeAllConnections();
      await closed;
      await Promise.all([forwarder?.close(), fetcher?.close()]);
      await writer.close();
    },
  };
}

async function keep(
  request: IncomingMessage,
  arriving: AsyncIterable<Uint8Array>,
  {
    writer,
    receivedAt,
    planned,
    secret,
    isForwarding,
  }: {
    readonly writer: ArchiveWriter;
    readonly receivedAt: Date;
    readonly planned: PlannedAnswer;
    readonly secret: string | undefined;
    readonly isForwarding: boolean;
  },
): Promise<Captured> {
  const bearer = checkBearer(authorizations(request.rawHeaders), secret);
  return writer.keep(arriving, (body) => ({
    receivedAt: receivedAt.toISOString(),
    method: request.method ?? '',
    path: redactPath(request.url ?? '', secret),
    headers: redactHeaders(request.rawHeaders, secret),
    bearer,
    answer: body.complete ? (isMeant({ bearer, body }) ? statusOf(planned) : 401) : null,
    ...(isForwarding && isMeant({ bearer, body }) && { passOn: true as const }),
  }));
}

/** Checks whether a delivery came whole, from a sender that is not known to have the wrong secret. */
function isMeant({ bearer, body }: Pick<Captured, 'bearer' | 'body'>): boolean {
  return body.complete && (bearer === 'match' || bearer === 'not-checked');
}

function answer(response: ServerResponse, status: number | null): void {
  if (status !== null) response.writeHead(status).end();
}

/** Gives the receiver's answer back. Where it gave none, none is given: the service is to see what it would have seen. */
function giveBack(response: ServerResponse, outcome: ForwardOutcome | undefined): void {
  if (outcome !== undefined && 'status' in outcome) response.writeHead(outcome.status).end();
  else response.destroy();
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      // A server that listens on a port has an address with one.
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}/`);
    });
  });
}
