import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

import { isLoopbackHost, listen } from '@idvkit/delivery';

import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { pairsOf } from '../observe/headers.ts';
import { forward, type Forwarded } from './forward.ts';
import type { ProxiedExchange, BodyTap, TrafficBuffer } from './traffic-buffer.ts';
import { MAX_HEADER_BYTES, type Upstream } from './upstream.ts';

export const RECEIVER_PATH = '/_receiver';

const CLOSING_MS = 2000;

export interface ProxyServerOptions {
  readonly upstream: Upstream;
  readonly receiver?: Upstream | undefined;
  readonly service: string;
  readonly port: number;
  readonly book: TrafficBuffer;
  readonly onCall: (call: ProxiedExchange) => void;
}

export interface ProxyServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1, forwards every call, and keeps deliveries and calls on the service's endpoints. */
export async function listenAsProxy(options: ProxyServerOptions): Promise<ProxyServer> {
  const { upstream, receiver, port } = options;
  const places = new Places(options);
  const server = createServer({
    // Only the service may end a long upload.
    requestTimeout: 0,
    keepAliveTimeout: 75_000,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const pass =
    (expectsContinue: boolean) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      places.pass(request, response, expectsContinue);
    };
  server.on('request', pass(false));
  server.on('checkContinue', pass(true));
  const taken = await listen(server, { port, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${taken}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
      await closed;
      clearTimeout(patience);
      upstream.close();
      receiver?.close();
    },
  };
}

/** Checks that a call comes from a page of this machine, or no page. Images and links send no Origin. */
function isOurPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin === undefined ? site !== 'cross-site' : isLoopbackHost(/^https?:\/\/(.*)$/.exec(origin)?.[1]);
}

class Places {
  readonly #options: ProxyServerOptions;
  #calls = 0;

  constructor(options: ProxyServerOptions) {
    this.#options = options;
  }

  pass(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const { upstream, receiver, service, book } = this.#options;
    const at = performance.timeOrigin + performance.now();
    const target = originForm(request.url ?? '/');
    const client = target.startsWith(RECEIVER_PATH) ? receiver : undefined;
    const towards = client === undefined ? 'service' : 'receiver';
    const method = request.method ?? 'GET';
    // A page whose DNS name points at loopback must not read the service. Deliveries may use any name, as through a tunnel.
    const isOurHost = isLoopbackHost(request.headers.host);
    const refusal = client === undefined ? refusedCall(request, isOurHost) : refusedDelivery(request, target);
    if (refusal !== undefined) {
      response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`idvkit proxy: ${refusal.why}\n`);
      return;
    }
    const path = client === undefined ? target : target.slice(RECEIVER_PATH.length);
    const url = (client?.address ?? service) + path;
    const isKept = client !== undefined || this.#isKept(method, url);
    const taps = isKept ? { sent: book.tap(), received: book.tap() } : undefined;
    const number = isKept ? (this.#calls += 1) : 0;
    forward(request, response, {
      upstream: client ?? upstream,
      path,
      expectsContinue,
      // Outside callers get only the status, to reveal nothing else.
      isStatusOnly: client !== undefined && !isOurHost,
      ...taps,
      onEnded: (forwarded) => {
        if (taps === undefined) return;
        const call = { number, towards, at, method, url, ...whatWent(request, taps, forwarded) } as const;
        if (book.add(call)) this.#options.onCall(call);
      },
    });
  }

  #isKept(method: string, url: string): boolean {
    const { service, book } = this.#options;
    if (recogniseRequest(method, url, service).endpoint === 'other') book.leaveOut('other');
    else if (method === 'OPTIONS') book.leaveOut('preflight');
    else return true;
    return false;
  }
}

function whatWent(
  request: IncomingMessage,
  { sent, received }: { readonly sent: BodyTap; readonly received: BodyTap },
  { durationMs, answer, failure }: Forwarded,
): Omit<ProxiedExchange, 'number' | 'towards' | 'at' | 'method' | 'url'> {
  return {
    durationMs,
    requestHeaders: pairsOf(request.rawHeaders),
    requestBody: sent.body,
    ...(answer && { answer: { status: answer.status, headers: pairsOf(answer.headers), body: received.body } }),
    ...(failure !== undefined && { failure }),
  };
}

/** Returns the path of a request line, which proxy clients write with the address. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

interface Refusal {
  readonly status: number;
  readonly why: string;
}

function refusedCall({ headers }: IncomingMessage, isOurHost: boolean): Refusal | undefined {
  if (!isOurHost) return { status: 421, why: 'it answers to 127.0.0.1 and localhost alone.' };
  return isOurPage(headers) ? undefined : { status: 403, why: 'it takes no calls from pages of other hosts.' };
}

/** Refuses everything but deliveries: a tunnel must lead nowhere else. */
function refusedDelivery({ method, headers }: IncomingMessage, target: string): Refusal | undefined {
  if (!RECEIVER_TARGET.test(target)) return { status: 404, why: `deliveries go to ${RECEIVER_PATH} alone.` };
  if (method !== 'POST') return { status: 405, why: `only POST is passed on from ${RECEIVER_PATH}.` };
  return isOurPage(headers) ? undefined : { status: 403, why: 'it takes no calls from pages of other hosts.' };
}

const RECEIVER_TARGET = new RegExp(String.raw`^${RECEIVER_PATH}/?(?:\?[^#\\]*)?$`);
