import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';

import type { Captured } from '@idvkit/schema/formats';

import type { ArchiveWriter } from '../archive/archive-writer.ts';
import type { Archive } from '../archive/archive.ts';
import { answerAt, type PlannedAnswer } from './answer-plan.ts';
import { checkBearer } from './bearer.ts';

/** Choices of a capture. */
export interface CaptureOptions {
  readonly archive: Archive;
  /** Loopback unless another address is named. Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Secret that a bearer is compared with; it is never stored. A delivery that does not match is kept and answered 401. */
  readonly secret?: string;
  readonly answers: readonly [PlannedAnswer, ...PlannedAnswer[]];
  readonly now: () => Date;
  /** Hears of each capture once it is on the disk. */
  readonly onCapture?: (capture: Captured) => void;
  /** Hears why a delivery could not be kept; it is then answered 503, so that the service sends it again. */
  readonly onFailure?: (error: unknown) => void;
}

/** A capture that is listening. */
export interface Capture {
  readonly url: string;
  /** Stops listening, lets what is under way end, and closes the journal. */
  close(): Promise<void>;
}

/**
 * Receives deliveries and keeps them. A delivery is answered only after its bytes and its line of the journal are on the
 * disk, so what was acknowledged is never lost.
 */
export async function startCapture(options: CaptureOptions): Promise<Capture> {
  const writer = await options.archive.openWriter({ now: options.now });
  let received = 0;
  const underWay = new Set<Promise<void>>();

  const server = createServer({ maxHeaderSize: 256 * 1_024 }, (request, response) => {
    const planned = answerAt(options.answers, received);
    received += 1;
    const kept = keep({ ...options, request, response, planned, writer })
      .catch((error: unknown) => {
        options.onFailure?.(error);
        if (!response.headersSent) response.writeHead(503).end();
      })
      .finally(() => underWay.delete(kept));
    underWay.add(kept);
  });
  // A body may take as long as it takes; only silent connections are dropped.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;

  const url = await listen(server, options.host ?? '127.0.0.1', options.port);
  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all(underWay);
      server.closeAllConnections();
      await closed;
      await writer.close();
    },
  };
}

async function keep(
  delivery: CaptureOptions & {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly planned: PlannedAnswer;
    readonly writer: ArchiveWriter;
  },
): Promise<void> {
  const { request, response, writer } = delivery;
  const receivedAt = delivery.now().toISOString();
  const bearer = checkBearer(request.headers.authorization, delivery.secret);
  const isKnown = bearer === 'match' || bearer === 'not-checked';
  const answer = isKnown ? delivery.planned : 401;
  const capture = await writer.keep(arrivingBody(request), (body) => ({
    receivedAt,
    method: request.method ?? '',
    path: request.url ?? '',
    headers: headersOf(request),
    bearer,
    answer: answer === 'never' || !body.complete ? null : answer,
  }));
  if (capture.answer !== null) response.writeHead(capture.answer).end();
  delivery.onCapture?.(capture);
}

/**
 * The body of a request as it arrives. When the sender goes away, what had come is still given before the break is told:
 * the request itself would throw it away.
 */
function arrivingBody(request: IncomingMessage): AsyncIterable<Uint8Array> {
  const received = request.pipe(new PassThrough());
  request.once('close', () => received.end());
  request.on('error', () => received.end());
  return (async function* () {
    yield* received as AsyncIterable<Uint8Array>; // No encoding is set, so the chunks are bytes.
    if (!request.complete) throw new Error('The sender went away');
  })();
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== 'authorization') headers.push([name, value]);
  }
  return headers;
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A server that listens on a port has an address with one.
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}/`);
    });
  });
}
