import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a capture answered a request with an error by itself. All but `body-too-long` are not kept. */
export type RefusalReason =
  /** The sender began a TLS handshake on this plain HTTP port: it uses https. */
  | 'tls'
  /** The headers are larger than the capture takes: 431. */
  | 'headers-too-large'
  /** No valid HTTP: 400. */
  | 'malformed'
  /** More bytes follow the body than the head of the request announced: 400. */
  | 'body-too-long'
  /** A browser sent it for a web page: 403. */
  | 'web-page'
  /** The bearer does not match or is not checked, and the quota of such requests is used up: 401 or 503. */
  | 'quota'
  /** The bearer does not match or is not checked, and the disk is nearly full: 401 or 503. */
  | 'disk';

/** The sender disconnected, so no answer is sent. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);
/** First byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

/** A request until its answer has left. What comes after the request on the same connection may make it another one. */
export class OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  #isBroken = false;
  #isDecided = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
  }

  /** True if it is answered 400, since its connection carried something that is not HTTP. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Refuses the request, unless its answer is decided already. */
  break(): void {
    if (!this.#isDecided) this.#isBroken = true;
    this.response.shouldKeepAlive = false;
  }

  /** Decides which answer leaves. @returns the answer that the sender gets: the planned one, 400, or null if it went away already. */
  decide(planned: number | null): number | null {
    this.#isDecided = true;
    if (this.#isBroken) return 400;
    return this.response.destroyed ? null : planned;
  }
}

/** Follows the requests of a server, and answers connections that do not carry HTTP. */
export class OpenRequests {
  readonly #last = new WeakMap<Duplex, OpenRequest>();
  readonly #refused = new WeakSet<Duplex>();
  readonly #onRefused: (reason: RefusalReason) => void;

  constructor(server: Server, onRefused: (reason: RefusalReason) => void) {
    this.#onRefused = onRefused;
    server.on('clientError', (error, socket) => this.#refuse(error, socket));
  }

  begin(request: IncomingMessage, response: ServerResponse): OpenRequest {
    const open = new OpenRequest(request, response);
    this.#last.set(request.socket, open);
    return open;
  }

  #refuse(error: Error & { readonly code?: string; readonly rawPacket?: Uint8Array }, socket: Duplex): void {
    // The parser complains about each part that follows.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const { code = '' } = error;
    if (GONE.has(code)) {
      socket.destroy();
      return;
    }
    const open = this.#last.get(socket);
    const isOpen = open !== undefined && !open.response.writableFinished && !open.response.destroyed;
    if (isOpen) open.break();
    if (isOpen && open.request.complete) {
      this.#onRefused('body-too-long');
      // Its own answer leaves first.
      open.response.once('finish', () => socket.destroy());
      return;
    }
    // A connection that began no request is not reported.
    if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') this.#onRefused(reasonOf(error));
    if (!socket.writable) socket.destroy();
    else
      socket.end(`HTTP/1.1 ${STATUS_LINES[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`, () =>
        socket.destroy(),
      );
  }
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function reasonOf({ code, rawPacket }: { readonly code?: string; readonly rawPacket?: Uint8Array }): RefusalReason {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  return rawPacket?.[0] === TLS_HANDSHAKE ? 'tls' : 'malformed';
}
