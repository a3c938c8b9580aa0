import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { pairsOf } from './end-to-end-headers.ts';
import { forward, type Forwarded } from './forward.ts';
import type { ProxiedExchange, BodyTap, TrafficBuffer } from './traffic-buffer.ts';
import { MAX_HEADER_BYTES, type Upstream } from './upstream.ts';

/** The one path at which deliveries arrive for the client's receiver. */
export const RECEIVER_PATH = '/_receiver';

/** How long calls under way are given to end once the proxy closes. */
const CLOSING_MS = 2000;

/** What a proxy stands between. */
export interface ProxyServerOptions {
  readonly upstream: Upstream;
  /** The client's receiver, where deliveries go through as well. */
  readonly receiver?: Upstream | undefined;
  /** Address under which the service knows itself. */
  readonly service: string;
  readonly port: number;
  readonly book: TrafficBuffer;
  /** Told of each call that was kept, once it is over, and of each that got no answer. */
  readonly onCall: (call: ProxiedExchange) => void;
}

/** A proxy that listens on loopback. */
export interface ProxyServer {
  readonly url: string;
  /** Stops listening; calls under way are given two seconds. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, passes every call on, and writes those on the service's endpoints, and deliveries, into a book.
 *
 * @throws what the operating system says: the port is in use, for instance.
 */
export async function listenAsProxy(options: ProxyServerOptions): Promise<ProxyServer> {
  const { upstream, receiver, port } = options;
  const places = new Places(options);
  const server = createServer({
    // However long an upload takes, it is the service's to end it.
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on a port has an address with one.
  const { port: taken } = server.address() as AddressInfo;
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

/**
 * Whether a call was made to this machine by a name of its own. A name that somebody else's DNS points at loopback is none: the page
 * behind it would read the service through the proxy. Deliveries may come through a tunnel, under any name.
 */
function isOurs(host: string | undefined): boolean {
  return host !== undefined && OUR_HOST.test(host);
}

const OUR_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Checks if a call comes from a page of this machine, or from no page at all. Images and links of a page send no Origin. */
function isOurPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin === undefined ? site !== 'cross-site' : isOurs(/^https?:\/\/(.*)$/.exec(origin)?.[1]);
}

/** Knows where calls go, and what is kept of each. */
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
    const towards = receiver !== undefined && target.startsWith(RECEIVER_PATH) ? 'receiver' : 'service';
    const method = request.method ?? 'GET';
    const isOurHost = isOurs(request.headers.host);
    const refusal = towards === 'receiver' ? refusedDelivery(request, target) : refusedCall(request, isOurHost);
    if (refusal !== undefined) {
      response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`idv-conformance proxy: ${refusal.why}\n`);
      return;
    }
    const path = towards === 'receiver' ? target.slice(RECEIVER_PATH.length) : target;
    const url = (towards === 'receiver' && receiver !== undefined ? receiver.address : service) + path;
    const to = towards === 'receiver' && receiver !== undefined ? receiver : upstream;
    const isKept = towards === 'receiver' || this.#isKept(method, url);
    const taps: { readonly sent: BodyTap; readonly received: BodyTap } | undefined = isKept
      ? { sent: book.tap(), received: book.tap() }
      : undefined;
    const number = isKept ? (this.#calls += 1) : 0;
    forward(request, response, {
      upstream: to,
      path,
      expectsContinue,
      // Who delivers through a tunnel needs to know the status, and nothing else of what is behind it.
      isStatusOnly: towards === 'receiver' && !isOurHost,
      sent: taps?.sent,
      received: taps?.received,
      onEnded: (forwarded) => {
        if (taps === undefined) return;
        this.#keep({ number, towards, at, method, url, ...whatWent(request, taps, forwarded) });
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

  #keep(call: ProxiedExchange): void {
    if (this.#options.book.add(call)) this.#options.onCall(call);
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
    ...(answer === undefined
      ? {}
      : { answer: { status: answer.status, headers: pairsOf(answer.headers), body: received.body } }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** The path of a request line, which a client of proxies writes with the address in front. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A call that is not passed on. */
interface Refusal {
  readonly status: number;
  readonly why: string;
}

/** Refuses calls on the service that a page or a name of somebody else makes. */
function refusedCall({ headers }: IncomingMessage, isOurHost: boolean): Refusal | undefined {
  if (!isOurHost) return { status: 421, why: 'it answers to 127.0.0.1 and localhost alone.' };
  return isOurPage(headers) ? undefined : { status: 403, why: 'it takes no calls from pages of other hosts.' };
}

/** Refuses everything but a delivery: a tunnel to the proxy must lead nowhere else. */
function refusedDelivery({ method, headers }: IncomingMessage, target: string): Refusal | undefined {
  if (!RECEIVER_TARGET.test(target)) return { status: 404, why: `deliveries go to ${RECEIVER_PATH} alone.` };
  if (method !== 'POST') return { status: 405, why: `only POST is passed on from ${RECEIVER_PATH}.` };
  return isOurPage(headers) ? undefined : { status: 403, why: 'it takes no calls from pages of other hosts.' };
}

const RECEIVER_TARGET = new RegExp(String.raw`^${RECEIVER_PATH}/?(?:\?[^#\\]*)?$`);
