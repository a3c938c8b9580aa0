import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

import { callFailure } from '../drive/calls/call-failure.ts';
import { pairsOf, type RawHeaders } from '../observe/headers.ts';
import { defined } from '../observe/json.ts';
import { SAFE_METHODS } from '../observe/safe-methods.ts';
import { endToEndHeaders } from './end-to-end-headers.ts';
import type { BodyTap } from './traffic-buffer.ts';
import type { Upstream } from './upstream.ts';

/** Name of this proxy. @see RFC 9110, "7.6.3. Via" */
const VIA = '1.1 idvkit';

export interface Forwarded {
  readonly durationMs: number;
  readonly answer?: { readonly status: number; readonly headers: RawHeaders };
  readonly failure?: string;
}

export interface Way {
  readonly upstream: Upstream;
  readonly path: string;
  readonly sent?: BodyTap | undefined;
  readonly received?: BodyTap | undefined;
  /** Set if the client waits for a 100 before its body. */
  readonly expectsContinue: boolean;
  /** Set if the client gets only the status of the answer. */
  readonly isStatusOnly: boolean;
  readonly onEnded: (forwarded: Forwarded) => void;
}

/** Forwards a call and its answer, with back-pressure and trailers. If one side disconnects, so does the other. */
export function forward(request: IncomingMessage, response: ServerResponse, way: Way): void {
  new Forwarding(request, response, way).start();
}

class Forwarding {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #way: Way;
  readonly #began = performance.now();
  #outbound: ClientRequest | undefined;
  #answer: Forwarded['answer'];
  #isOver = false;

  constructor(request: IncomingMessage, response: ServerResponse, way: Way) {
    this.#request = request;
    this.#response = response;
    this.#way = way;
  }

  start(): void {
    this.#response.sendDate = false;
    this.#response.on('close', () => {
      if (this.#response.writableFinished) return;
      this.#outbound?.destroy();
      this.#end('the client closed the connection');
    });
    // The response shows a disconnect; without a listener it would crash the process.
    this.#request.on('error', () => {});
    this.#response.on('error', () => {});
    this.#passRequestOn(this.#open(false));
  }

  #open(isAgain: boolean): ClientRequest {
    const { upstream, path } = this.#way;
    const method = this.#request.method ?? 'GET';
    const outbound = upstream.request({ method, path, headers: this.#requestHeaders(method) });
    this.#outbound = outbound;
    outbound.on('continue', () => this.#response.writeContinue());
    const switched = (): void => {
      outbound.destroy();
      this.#dropRequest();
      this.#refuse('it switched protocols, which was not asked for');
    };
    // Without a listener Node.js closes the connection silently; a 101 without `Upgrade` is an answer.
    outbound.on('upgrade', switched);
    outbound.on('response', (inbound) => (inbound.statusCode === 101 ? switched() : this.#passAnswerOn(inbound)));
    outbound.on('error', (error) => {
      if (this.#isOver) return;
      this.#dropRequest();
      if (this.#answer !== undefined) return;
      const isStale = outbound.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isStale && !isAgain && SAFE_METHODS.has(method) && !hasBody(this.#request)) {
        this.#open(true).end();
      } else this.#refuse(callFailure(error).text);
    });
    return outbound;
  }

  #requestHeaders(method: string): RawHeaders {
    const headers = [...endToEndHeaders(this.#request.rawHeaders), 'Via', VIA];
    if (isChunked(this.#request)) return [...headers, 'Transfer-Encoding', 'chunked'];
    const isSized = this.#request.headers['content-length'] !== undefined;
    // Otherwise Node.js would announce a chunked body where there is none.
    return isSized || !/^(?:POST|PUT|PATCH)$/.test(method) ? headers : [...headers, 'Content-Length', '0'];
  }

  #passRequestOn(outbound: ClientRequest): void {
    const request = this.#request;
    if (!hasBody(request)) {
      outbound.end();
      return;
    }
    let isStarted = false;
    request.on('data', (chunk: Uint8Array) => {
      isStarted = true;
      this.#way.sent?.add(chunk);
      if (outbound.write(chunk)) return;
      request.pause();
      outbound.once('drain', () => request.resume());
    });
    request.on('end', () => {
      const trailers = pairsOf(request.rawTrailers);
      if (trailers.length > 0) outbound.addTrailers(trailers);
      outbound.end();
    });
    // The service must see the head before the client sends its body.
    if (this.#way.expectsContinue) outbound.flushHeaders();
    else setImmediate(() => isStarted || outbound.destroyed || outbound.flushHeaders());
  }

  #passAnswerOn(inbound: IncomingMessage): void {
    const response = this.#response;
    const { statusCode = 502, statusMessage = '', rawHeaders } = inbound;
    this.#answer = { status: statusCode, headers: rawHeaders };
    let isStarted = false;
    try {
      if (this.#way.isStatusOnly) response.writeHead(statusCode, statusCode === 204 ? [] : ['Content-Length', '0']);
      else response.writeHead(statusCode, statusMessage, endToEndHeaders(rawHeaders));
    } catch {
      inbound.destroy();
      this.#refuse('its status line or headers cannot be passed on');
      return;
    }
    inbound.on('data', (chunk: Uint8Array) => {
      isStarted = true;
      this.#way.received?.add(chunk);
      if (this.#way.isStatusOnly || response.write(chunk)) return;
      inbound.pause();
      response.once('drain', () => inbound.resume());
    });
    inbound.on('end', () => {
      isStarted = true;
      const trailers = pairsOf(inbound.rawTrailers);
      if (trailers.length > 0 && !this.#way.isStatusOnly) response.addTrailers(trailers);
      this.#end();
      response.end();
    });
    inbound.on('error', () => {});
    inbound.on('close', () => {
      if (inbound.complete || this.#isOver) return;
      this.#end('the connection was lost in the middle of the answer');
      response.destroy();
    });
    setImmediate(() => isStarted || response.destroyed || response.flushHeaders());
  }

  #dropRequest(): void {
    this.#request.removeAllListeners('data');
    this.#request.resume();
  }

  #refuse(why: string): void {
    if (this.#isOver) return;
    this.#end(why);
    const from = this.#way.isStatusOnly ? 'the receiver' : `${new URL(this.#way.upstream.address).origin}: ${why}`;
    const text = `idvkit proxy: no answer from ${from}\n`;
    this.#response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', 'content-length': text.length });
    this.#response.end(text);
  }

  #end(failure?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#way.onEnded({
      durationMs: performance.now() - this.#began,
      ...defined({ answer: this.#answer, failure }),
    });
  }
}

function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

function hasBody(request: IncomingMessage): boolean {
  return isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;
}
