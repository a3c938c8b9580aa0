import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Answer, failure, forbidden, missing, send } from './answering.ts';
import { answerOperator, BACK_OFFICE } from './back-office.ts';
import { type Call, takeApart } from './calls.ts';
import { answerCall } from './endpoints.ts';
import { imageIsGranted, PIXEL } from './images.ts';
import type { Hook } from './records.ts';
import type { ServiceClock } from './service-clock.ts';
import { Service } from './service.ts';
import type { ImageRead, Settings } from './settings.ts';

export interface IndependentServiceOptions extends Settings {
  /** Default: any that is free. */
  readonly port?: number;
  /** Where events go. More than one may be given. */
  readonly hooks?: readonly Hook[];
  /** Default: one that goes with the machine's. */
  readonly clock?: ServiceClock;
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
  const service = new Service(options, options.clock);
  service.hooks.list.push(...(options.hooks ?? []));
  const { basePath = '', write } = options;
  const server = createServer((request, response) => {
    void respond({ service, settings: options, request }).then((answer) => send(response, answer, write));
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  // A listening server on TCP has an address with a port.
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: service.origin + basePath,
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

interface Request {
  readonly service: Service;
  readonly settings: Settings;
  readonly request: IncomingMessage;
}

async function respond({ service, settings, request }: Request): Promise<Answer> {
  const url = new URL(request.url ?? '/', service.origin);
  if (url.pathname.startsWith(`${BACK_OFFICE}/`)) return answerOperator(service, request.method ?? '', url.pathname);
  const [, slug] = IMAGE.exec(url.pathname) ?? [];
  if (slug !== undefined) {
    const { image = (_read, next) => next() } = settings;
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const application = service.applications.get(slug);
    const read = { application, slug, query: url.searchParams, token, nowMs: service.clock.now() };
    return image(read, (changes) => showImage({ ...read, ...changes }));
  }
  try {
    const { basePath = '', answer = ({ next }) => next() } = settings;
    if (!url.pathname.startsWith(`${basePath}/`)) return missing();
    const call = await takeApart(request, url.pathname.slice(basePath.length));
    if (call === undefined) return missing();
    const application = service.applications.get(call.slug ?? '');
    const next = (changes?: Partial<Call>): Answer => answerCall(service, { ...call, ...changes });
    return await answer({ call, application, service, next });
  } catch {
    return failure(500, 'Something broke.');
  }
}

/** An image needs its signature, and like every result the token as well. */
function showImage({ application, slug, query, token, nowMs }: ImageRead): Answer {
  if (application === undefined || application.deleted) return missing();
  const granted = imageIsGranted(slug, query, nowMs) && application.workspace.tokens.has(token);
  return granted ? { status: 200, bytes: PIXEL } : forbidden();
}
