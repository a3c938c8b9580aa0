import { timingSafeEqual } from 'node:crypto';

import type { Context, Hono, MiddlewareHandler } from 'hono';

import { readRequestBody } from '../service/endpoints/request-body.ts';
import { DEFAULT_WORKSPACE, type Service } from '../service/service.ts';
import { routeConsole } from './console.ts';
import { buildOpenApi } from './openapi.ts';
import { ROUTES, type PortalRoute } from './operations/all-operations.ts';
import type { Operation } from './operations/operation.ts';
import { PORTAL_STATUS, PortalError, toPortalErrorBody } from './operations/portal-error.ts';
import { findWorkspace } from './operations/service-operations.ts';
import { carryOut } from './portal.ts';
import { refuseStrangers, type SocketEnv } from './refuse-strangers.ts';

export const PORTAL_PATH = '/_portal';

/** Greatest body that the portal reads: a saved state may be large. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

type PortalContext = Context<SocketEnv>;

/** Adds the portal's HTTP side to an app. What its operations throw is left to the app's error handler. */
export function routePortal(app: Hono<SocketEnv>, service: Service, version: string): void {
  let openApi: ReturnType<typeof buildOpenApi> | undefined;
  // Without a public origin: only this machine may reach the portal, which needs no token there.
  app.use(`${PORTAL_PATH}/*`, refuseStrangers());
  app.use(`${PORTAL_PATH}/*`, requireToken);
  routeConsole(app, PORTAL_PATH, service);
  app.get(PORTAL_PATH, (context) => context.redirect(`${PORTAL_PATH}/`));
  app.get(`${PORTAL_PATH}/openapi.json`, (context) => context.json((openApi ??= buildOpenApi(version))));
  for (const route of ROUTES) {
    const path = PORTAL_PATH + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (context) => answer(service, route, context));
  }
  app.all(`${PORTAL_PATH}/*`, () => {
    throw new PortalError('not-found', 'Cannot find the operation: see openapi.json for those that there are.');
  });
}

export function toPortalResponse(error: PortalError): Response {
  // A browser then asks for the token, and sends it to this origin only.
  const headers = {
    ...(error.code === 'unauthorized' && { 'www-authenticate': 'Basic realm="portal token as password"' }),
  };
  return Response.json(toPortalErrorBody(error), { status: PORTAL_STATUS[error.code], headers });
}

async function answer(service: Service, { scope, operation }: PortalRoute, context: PortalContext): Promise<Response> {
  const names: Readonly<Record<string, string>> = context.req.param();
  const call = { operation, names, input: await readInput(operation, context) };
  const at = names['workspace'] ?? DEFAULT_WORKSPACE;
  const result: unknown = await (scope === 'service'
    ? carryOut(call, service)
    : carryOut(call, { service, runtime: findWorkspace(service, at) }));
  return operation.result ? context.json(result as object, operation.status ?? 200) : context.body(null, 204);
}

/** Reads what a call carries: the query of a GET, else its body. */
async function readInput({ input }: Operation, { req }: PortalContext): Promise<unknown> {
  if (!input) return undefined;
  if (req.method === 'GET') return req.query();
  const read = await readRequestBody(req.raw, MAX_BODY_BYTES);
  if (read.kind === 'empty') return undefined;
  if (read.kind === 'too-large') throw new PortalError('invalid', 'Cannot take the body: it is too large.');
  if (read.kind === 'malformed') throw new PortalError('invalid', 'Cannot take the body: it is not JSON.');
  if (!/^application\/json\b/i.test(req.header('content-type') ?? '')) {
    throw new PortalError('invalid', 'Cannot take the body: its content-type is not application/json.');
  }
  return read.value;
}

/** Refuses calls over a socket without the portal token, if the mock has one: as a Bearer token, or as a password. */
const requireToken: MiddlewareHandler<SocketEnv> = async ({ env, req }, next) => {
  const token = env?.exposure?.portalToken;
  if (token !== undefined) {
    const [scheme = '', credentials = ''] = (req.header('authorization') ?? '').split(' ');
    const password = Buffer.from(credentials, 'base64')
      .toString()
      .replace(/^[^:]*:/, '');
    const given = Buffer.from(scheme.toLowerCase() === 'basic' ? password : credentials);
    const expected = Buffer.from(token);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new PortalError('unauthorized', 'Cannot let the call in: it needs the portal token as a Bearer token.');
    }
  }
  return next();
};
