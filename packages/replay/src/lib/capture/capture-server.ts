import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Archive, ArchiveWriter, BodyEncoding, Pruned, RetentionLimits } from '@idvkit/archive';
import { pause, systemClock, type Clock } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import { answerAt, statusOf, type AnswerPlan } from './answer-plan.ts';
import { arrivingBody } from './arriving-body.ts';
import { checkBearer } from './bearer.ts';
import { Forwarder, type ForwardOptions, type ForwardOutcome } from './forwarder.ts';
import { ImageFetcher, type ImageOptions } from './image-fetcher.ts';
import { OpenRequests, type OpenRequest, type RefusalReason } from './open-requests.ts';
import { authorizations, redactHeaders, redactPath } from './redact.ts';
import { refuseDelivery } from './refuse-delivery.ts';
import { requestPath } from './request-path.ts';
import { Retention } from './retention.ts';
import { UnmatchedQuota, type UnmatchedLimits } from './unmatched-quota.ts';

/** Choices of a capture. */
export interface CaptureOptions {
  readonly archive: Archive;
  /** Loopback unless another address is named. Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Secret that a bearer is compared with; it is never stored. A delivery that does not match is kept, within `unmatched`, and
   * answered 401.
   */
  readonly secret?: string;
  readonly answers: AnswerPlan;
  /** Passes each complete delivery on whose bearer is not wrong. Default: none. */
  readonly forward?: ForwardOptions;
  /** Fetches the images that deliveries name and keeps them. Default: none is fetched. */
  readonly images?: ImageOptions;
  /** How much is kept of requests whose bearer does not match. */
  readonly unmatched?: UnmatchedLimits;
  /**
   * Erases the oldest captures beyond these limits, at the start and then once a minute. Those that are tagged `keep` stay, and those
   * that wait to be passed on. Default: none is erased.
   */
  readonly limits?: RetentionLimits;
  /** How bodies are kept at rest. Default `identity`. */
  readonly encoding?: BodyEncoding;
  /** Delays, retries and time limits go by it. Default: that of the machine. */
  readonly clock?: Clock;
  /** Time that is written down. Default: that of the clock. */
  readonly now?: () => Date;
  /** Milliseconds without a byte after which an upload counts as broken off. Default 60 s. */
  readonly idleMs?: number;
  /** Milliseconds that uploads have to end in when the capture is closed. Default 2 s. */
  readonly graceMs?: number;
  /** Called with each capture once it is on the disk. */
  readonly onCapture?: (capture: Captured) => void;
  /** Called with the last answer of a receiver to a capture that was passed on. */
  readonly onForward?: (capture: Captured, outcome: ForwardOutcome) => void;
  /** Called with why a request was refused. */
  readonly onRefused?: (reason: RefusalReason) => void;
  /** Called with why a delivery could not be kept; it is then answered 503, so that the service sends it again. */
  readonly onFailure?: (error: unknown) => void;
  /** Called with why something about a capture could not be written down: an answer of a receiver, an image. */
  readonly onLoss?: (capture: Captured, error: unknown) => void;
  /** Called with why captures that waited to be passed on, or for their images, could not be read back. They are given up. */
  readonly onUnreadable?: (error: unknown) => void;
  /** Called after captures beyond the limits were erased. */
  readonly onPruned?: (pruned: Pruned) => void;
  /** Called with why they could not be erased. */
  readonly onPruneFailure?: (error: unknown) => void;
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
  /** Resolves once nothing is being erased that is beyond the limits. */
  pruned(): Promise<void>;
  /** Stops listening, lets what is under way end for a little while, and closes the archive's writer. */
  close(): Promise<void>;
}

/** Bytes of the headers of a request; with more, it is answered 431. */
const MAX_HEADER_BYTES = 256 * 1_024;
/** Connections that may wait to be accepted. */
const BACKLOG = 4_096;

/**
 * Receives deliveries and keeps them. A delivery is answered only after its bytes and its line of the journal are on the
 * disk, so what was acknowledged is never lost.
 *
 * @throws {ArchiveError} `in-use` while another process captures into the same archive.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const { clock = systemClock, graceMs = 2_000, idleMs = 60_000, encoding = 'identity' } = options;
  const now = options.now ?? (() => new Date(clock.now()));
  const writer = await options.archive.openWriter({ now, encoding });
  const closing = new AbortController();
  const onLoss = (captured: Captured, error: unknown): void => {
    if (!closing.signal.aborted) options.onLoss?.(captured, error);
  };
  const onUnreadable = (error: unknown): void => options.onUnreadable?.(error);
  const onOutcome = (captured: Captured, outcome: ForwardOutcome): void => options.onForward?.(captured, outcome);
  const forwarder =
    options.forward &&
    new Forwarder(options.forward, { archive: options.archive, clock, writer, onOutcome, onLoss, onUnreadable });
  const fetcher =
    options.images && new ImageFetcher(options.images, { archive: options.archive, writer, now, onLoss, onUnreadable });
  const underWay = new Set<Promise<void>>();
  const quota = new UnmatchedQuota(options.archive.folder, options.unmatched ?? {});
  let received = 0;

  const refuse = ({ request, response }: OpenRequest, status: number, reason?: RefusalReason): Promise<void> => {
    if (reason !== undefined) options.onRefused?.(reason);
    return refuseDelivery(request, response, { status, clock });
  };

  const receive = async (open: OpenRequest): Promise<void> => {
    const { request, response } = open;
    const bearer = checkBearer(authorizations(request.rawHeaders), options.secret);
    if (bearer !== 'match' && isFromWebPage(request.headers)) return refuse(open, 403, 'web-page');
    const planned = answerAt(options.answers, received);
    received += 1;
    const receivedAt = now();
    const isKnown = bearer === 'match' || bearer === 'not-checked';
    const allowance = isKnown ? undefined : await quota.admit(request);
    if (typeof allowance === 'string') return refuse(open, 401, allowance);
    const body = arrivingBody(request, { clock, idleMs });
    const giveUp = (error: unknown): never => {
      allowance?.release();
      throw error;
    };
    const taken = await writer.stage(allowance?.limit(body) ?? body).catch(giveUp);
    if (allowance?.isExceeded) {
      await writer.discard(taken);
      allowance.release();
      return refuse(open, 401, 'quota');
    }
    const isMeant = (): boolean => isKnown && taken.complete && !open.isBroken;
    const commit = writer.commit(taken, ({ complete }) => {
      const answer = open.decide(complete ? (isKnown ? statusOf(planned) : 401) : null);
      return {
        receivedAt: receivedAt.toISOString(),
        method: request.method ?? '',
        path: redactPath(requestPath(request.url ?? ''), options.secret),
        headers: redactHeaders(request.rawHeaders, options.secret),
        bearer,
        answer,
        ...(forwarder !== undefined && isMeant() && { passOn: true as const }),
      };
    });
    const captured = await commit.catch(giveUp);
    options.onCapture?.(captured);
    if (!captured.body.complete) response.destroy();
    if (!isMeant()) return answer(response, captured.answer);
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

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const open = requests.begin(request, response);
    const task = receive(open).catch((error: unknown) => {
      options.onFailure?.(error);
      return refuse(open, 503);
    });
    underWay.add(task);
    void task.finally(() => underWay.delete(task));
  });
  const requests = new OpenRequests(server, (reason) => options.onRefused?.(reason));
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
  const retention =
    options.limits &&
    new Retention(options.limits, {
      clock,
      writer,
      onPruned: (pruned) => options.onPruned?.(pruned),
      onFailure: (error) => options.onPruneFailure?.(error),
    });
  return {
    url,
    writer,
    get notPassedOn() {
      return forwarder?.notPassedOn ?? 0;
    },
    settled,
    pruned: async () => retention?.idle(),
    close: async () => {
      closing.abort();
      const pruned = retention?.close();
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
      await Promise.all([forwarder?.close(), fetcher?.close(), pruned]);
      await writer.close();
    },
  };
}

/** Checks whether a browser sent a request for a web page: the service is no browser, and a page can post to any address. */
function isFromWebPage({ origin, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site !== 'none';
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
