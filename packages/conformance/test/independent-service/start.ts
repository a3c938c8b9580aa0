import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Answer, failure, forbidden, missing, send } from './answering.ts';
import { answerOperator, BACK_OFFICE } from './back-office.ts';
import { takeApart } from './calls.ts';
import { answerCall } from './endpoints.ts';
import type { HookSettings } from './hooks.ts';
import { imageIsGranted, PIXEL } from './images.ts';
import type { Hook } from './records.ts';
import { Service } from './service.ts';

export interface IndependentServiceOptions extends Partial<HookSettings> {
  /** Default: any that is free. */
  readonly port?: number;
  /** Where events go. More than one may be given. */
  readonly hooks?: readonly Hook[];
  /** Milliseconds between retries. Default: `INDEPENDENT_RETRY_SPACING_MS`, or 50. */
  readonly spacingMs?: number;
  /** Milliseconds that a receiver has. Default: `INDEPENDENT_RECEIVER_TIMEOUT_MS`, or the 30 s of the specification. */
  readonly timeoutMs?: number;
  /** Answers every so many-th call with 429. Default: none. */
  readonly busyEvery?: number;
  /** Changes an answer of the service before it is sent, to break a rule. */
  readonly spoil?: (answer: Answer, path: string) => Answer;
}

export interface IndependentService {
  readonly baseUrl: string;
  /** Address of what operators can do. */
  readonly adminUrl: string;
  readonly service: Service;
  close(): Promise<void>;
}

const IMAGE = /^\/api\/ekyc\/([^/]+)\/result\/image\/$/;

/** Starts the second implementation of the service: by hand, from the specification alone. */
export async function startIndependentService(options: IndependentServiceOptions = {}): Promise<IndependentService> {
  const {
    spacingMs = Number(process.env['INDEPENDENT_RETRY_SPACING_MS'] ?? 50),
    timeoutMs = Number(process.env['INDEPENDENT_RECEIVER_TIMEOUT_MS'] ?? 30_000),
  } = options;
  const service = new Service({ ...options, spacingMs, timeoutMs });
  service.hooks.list.push(...(options.hooks ?? []));
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const busy = options.busyEvery !== undefined && calls % options.busyEvery === 0;
    void respond(service, request, busy).then((answer) =>
      send(response, options.spoil?.(answer, request.url ?? '') ?? answer),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  // A listening server on TCP has an address with a port.
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: service.origin,
    adminUrl: service.origin + BACK_OFFICE,
    service,
    close: () =>
      new Promise((resolve) => {
        service.hooks.stop();
        service.clock.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(service: Service, request: IncomingMessage, busy: boolean): Promise<Answer> {
  const url = new URL(request.url ?? '/', service.origin);
  if (url.pathname.startsWith(`${BACK_OFFICE}/`)) return answerOperator(service, request.method ?? '', url.pathname);
  if (busy) return { status: 429, headers: { 'Retry-After': '0' } };
  const [, slug] = IMAGE.exec(url.pathname) ?? [];
  if (slug !== undefined) return image(service, request, slug, url.searchParams);
  try {
    const call = await takeApart(request);
    if (call === undefined) return missing();
    return typeof call === 'string' ? { status: 302, headers: { Location: call } } : answerCall(service, call);
  } catch {
    return failure(500, 'Something broke.');
  }
}

/** An image needs its signature, and like every result the token as well. */
function image(service: Service, request: IncomingMessage, slug: string, query: URLSearchParams): Answer {
  const application = service.applications.get(slug);
  if (application === undefined || application.deleted) return missing();
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const granted = imageIsGranted(slug, query, service.clock.now()) && application.workspace.tokens.has(token);
  return granted ? { status: 200, bytes: PIXEL } : forbidden();
}
