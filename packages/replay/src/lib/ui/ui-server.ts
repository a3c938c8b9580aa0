import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';

import type { Archive } from '@idvkit/archive';
import { systemErrorState } from '@idvkit/cli-kit';
import { PAGE_GUARD_HEADERS } from '@idvkit/cli-kit/html';
import { listen, stopListening } from '@idvkit/delivery';

import { requireSameOrigin, requireToken } from './access.ts';
import { readValues } from './body-values.ts';
import { captureDetail, revealHeadPart } from './capture-detail.ts';
import { compareCaptures, compareRequest } from './compare-captures.ts';
import { listCaptures, listRequest } from './list-captures.ts';
import { readPageFile } from './page-files.ts';
import { readJson, readPointer } from './read-request.ts';
import { parseRange, readBodyPart, readContentPart, readKeptImage } from './revealed-bytes.ts';
import { sendError, sendJson, sendPart } from './send-answer.ts';
import { previewSend, sendFromPage, sendRequest, toPlan, type SendNews } from './send-from-page.ts';
import { UiError } from './ui-error.ts';

export interface UiOptions {
  readonly archive: Archive;
  /** Port on 127.0.0.1; 0 for any that is free. */
  readonly port: number;
  /** Bearer secret of receivers; nothing can be sent without it. */
  readonly secret?: string | undefined;
}

export interface Ui {
  /** Address with the token in its fragment, which browsers send to nobody. It is a secret while the page is served. */
  readonly url: string;
  /** Ends the runs that the page began, and stops serving. */
  close(): Promise<void>;
}

const ROWS_AT_ONCE = 400;

/**
 * Serves one page on loopback that shows an archive and sends from it. Captures take the token, personal values a request each.
 * @throws the error of the system if the port cannot be listened on.
 */
export async function startUi({ archive, port, secret }: UiOptions): Promise<Ui> {
  const token = randomBytes(32).toString('base64url');
  const closing = new AbortController();
  const handler = new UiHandler({ archive, token, secret, closing: closing.signal });
  const server = createServer((request, response) => void handler.answer(request, response));
  const listensOn = await listen(server, { port, host: '127.0.0.1' });
  handler.port = listensOn;
  return {
    url: `http://127.0.0.1:${listensOn}/#token=${token}`,
    close: async () => {
      closing.abort();
      await handler.settled();
      await stopListening(server);
    },
  };
}

interface HandlerOptions extends Omit<UiOptions, 'port'> {
  readonly token: string;
  readonly closing: AbortSignal;
}

class UiHandler {
  readonly #options: HandlerOptions;
  readonly #archive: Archive;
  readonly #underWay = new Set<Promise<void>>();
  port = 0;

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#archive = options.archive;
  }

  /** Answers a request, whatever happens. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answering = this.#answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, error);
    });
    this.#underWay.add(answering);
    await answering;
    this.#underWay.delete(answering);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(PAGE_GUARD_HEADERS)) response.setHeader(name, value);
    requireSameOrigin(request.headers, this.port);
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1');
    if (url === null) throw new UiError(404, 'There is nothing here.');
    const { pathname, searchParams } = url;
    if (!pathname.startsWith('/api/')) return this.#file(pathname, request, response);
    requireToken(request.headers, this.#options.token);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#options.closing]);

    const archive = this.#archive;
    switch (`${request.method} ${pathname}`) {
      case 'GET /api/state':
        return sendJson(response, this.#state());
      case 'POST /api/list':
        return sendJson(response, await listCaptures(archive, await readJson(request, listRequest, signal), signal));
      case 'POST /api/compare':
        return sendJson(response, await compareCaptures(archive, await readJson(request, compareRequest, signal)));
      case 'POST /api/plan':
        return sendJson(response, await previewSend(archive, toPlan(await readJson(request, sendRequest, signal))));
      case 'POST /api/send':
        return this.#send(request, response, signal);
    }
    const [, id, part] = /^\/api\/captures\/(\d{1,15})(\/[a-z/\d]+)?$/.exec(pathname) ?? [];
    if (id === undefined || request.method !== 'GET') throw new UiError(404, 'There is nothing here.');
    return this.#capture(id, part ?? '', { request, response, searchParams, signal });
  }

  async #file(path: string, { method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = method === 'GET' || method === 'HEAD' ? await readPageFile(path) : undefined;
    if (file === undefined) throw new UiError(404, 'There is nothing here.');
    response.writeHead(200, { 'content-type': file.contentType, 'content-length': Buffer.byteLength(file.content) });
    response.end(method === 'HEAD' ? undefined : file.content);
  }

  /** Changes whenever something was captured, sent, tagged or erased. */
  #state(): { readonly archive: string; readonly version: string; readonly canSend: boolean } {
    return {
      archive: basename(this.#archive.folder),
      version: this.#archive.version(),
      canSend: this.#options.secret !== undefined,
    };
  }

  async #capture(
    id: string,
    part: string,
    {
      request,
      response,
      searchParams,
      signal,
    }: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly searchParams: URLSearchParams;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const entry = this.#archive.find(id);
    const { captured } = entry;
    if (part === '') return sendJson(response, captureDetail(this.#archive, entry));
    if (part === '/values') {
      const under = readPointer(searchParams.get('under') ?? '');
      const skip = Number(/^\d{1,9}$/.exec(searchParams.get('skip') ?? '')?.[0] ?? 0);
      const showsKeys = searchParams.get('keys') === 'shown';
      // A body of gigabytes is not read for a page that has gone. No encoding is set, so the chunks are bytes.
      const content = addAbortSignal(signal, this.#archive.openContent(captured)) as AsyncIterable<Uint8Array>;
      return sendJson(response, await readValues(content, { under, skip, limit: ROWS_AT_ONCE, showsKeys }));
    }
    if (part === '/revealed/body') {
      const range = parseRange(request.headers.range);
      return sendPart(response, await readBodyPart(this.#archive, captured, range), String(captured.body.bytes));
    }
    if (part === '/revealed/content') {
      const range = parseRange(request.headers.range);
      return sendPart(response, await readContentPart(this.#archive, captured, { ...range, signal }), '*');
    }
    const head = /^\/revealed\/((?:headers|attempts)\/\d{1,6}|path)$/.exec(part)?.[1];
    if (head !== undefined) return sendJson(response, { text: revealHeadPart(this.#archive, entry, head) });
    const image = /^\/revealed\/images\/(\d{1,6})$/.exec(part)?.[1];
    if (image === undefined) throw new UiError(404, 'There is nothing here.');
    const { bytes, contentType } = await readKeptImage(this.#archive, entry, Number(image));
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
    response.end(bytes);
  }

  async #send(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const secret = this.#options.secret;
    if (secret === undefined) throw new UiError(409, 'Nothing can be sent: start idvkit ui with IDV_WEBHOOK_SECRET.');
    const plan = toPlan(await readJson(request, sendRequest, signal));
    const report = (news: SendNews): void => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write(`${JSON.stringify(news)}\n`);
    };
    try {
      await sendFromPage({ archive: this.#archive, plan, secret, signal, report });
    } catch (error) {
      if (!response.headersSent) throw error;
      report({ kind: 'failed', message: `Sending stopped: ${systemErrorState(error)}.` });
    }
    response.end();
  }
}
