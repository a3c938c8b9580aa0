import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';

import { ArchiveError, UnpackError } from '@idvkit/archive';
import { CliError, systemErrorState } from '@idvkit/cli-kit';
import { Html, html, PAGE_GUARD_HEADERS } from '@idvkit/cli-kit/html';
import { listen, stopListening } from '@idvkit/delivery';
import { JsonTextError } from '@idvkit/json';

import { requireSameOrigin, requireToken } from './access.ts';
import { UiError, type Asked } from './asked.ts';
import { drawValues } from './body-view.ts';
import { drawAttempts, drawBytes, drawCapture, drawImages, drawRequest } from './capture-view.ts';
import { drawComparison } from './compare-view.ts';
import { drawList } from './list-view.ts';
import { drawPage, emptyPage } from './page.ts';
import { sendPosted } from './send-view.ts';

export interface UiOptions extends Pick<Asked, 'archive' | 'secret' | 'target' | 'allowHosts'> {
  /** Port on 127.0.0.1; 0 for any free one. */
  readonly port: number;
}

export interface Ui {
  /** Address with the token in its fragment, which browsers never send. It is a secret while the page is served. */
  readonly url: string;
  /** Ends the runs that the page began, and stops serving. */
  close(): Promise<void>;
}

/** Addresses that the page posts to, and the HTML that it gets. */
const PARTS = new Map<string, (asked: Asked) => Html | Promise<Html>>([
  ['/page', drawPage],
  ['/version', ({ archive }) => html`${archive.version()}`],
  ['/list', drawList],
  ['/capture', drawCapture],
  ['/attempts', drawAttempts],
  ['/values', drawValues],
  ['/request', drawRequest],
  ['/images', drawImages],
  ['/bytes', drawBytes],
  ['/compare', drawComparison],
  ['/send', sendPosted],
]);

/**
 * Serves one page on loopback that shows an archive and sends from it. Everything of the archive needs the token.
 * @throws the error of the system if the port cannot be listened on.
 */
export async function startUi({ port, ...options }: UiOptions): Promise<Ui> {
  const token = randomBytes(32).toString('base64url');
  const closing = new AbortController();
  const page = emptyPage();
  const inProgress = new Set<Promise<void>>();

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<Html> => {
    requireSameOrigin(request.headers, listensOn);
    const { pathname = '', searchParams = [] } = URL.parse(request.url ?? '/', 'http://127.0.0.1') ?? {};
    if (request.method === 'GET' && pathname === '/') {
      response.writeHead(200, page.headers);
      return new Html(page.text);
    }
    requireToken(request.headers, token);
    const draw = request.method === 'POST' ? PARTS.get(pathname) : undefined;
    if (draw === undefined) throw new UiError(404, 'There is nothing here.');
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    const form = new URLSearchParams(await text(addAbortSignal(signal, request)));
    const posted = new URLSearchParams([...searchParams, ...form]);
    return draw({ ...options, posted, signal, write: (part) => response.write(part.text) });
  };

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(PAGE_GUARD_HEADERS)) response.setHeader(name, value);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const responding = respond(request, response)
      .catch((error: unknown) => {
        const [status, message] = refusalOf(error);
        if (!response.headersSent) response.statusCode = status;
        return html`<p class="bad" role="alert">${message}</p>`;
      })
      .then((rest) => void response.end(rest.text))
      .finally(() => inProgress.delete(responding));
    inProgress.add(responding);
  });
  const listensOn = await listen(server, { port, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${listensOn}/#token=${token}`,
    close: async () => {
      closing.abort();
      await Promise.all(inProgress);
      await stopListening(server);
    },
  };
}

/** Describes an error without details of a library, which could have parts of a body or a path. */
function refusalOf(error: unknown): readonly [status: number, message: string] {
  if (error instanceof UiError) return [error.status, error.message];
  if (error instanceof CliError) return [400, error.message];
  if (error instanceof RangeError) return [400, `${error.message}.`]; // What a person typed.
  if (error instanceof ArchiveError) return [404, `${error.message}.`];
  if (error instanceof JsonTextError || error instanceof UnpackError) return [422, `Cannot compare: ${error.message}.`];
  return [500, `The archive cannot be read: ${systemErrorState(error)}.`];
}
