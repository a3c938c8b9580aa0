import { timingSafeEqual } from 'node:crypto';

import type { Context, Hono, MiddlewareHandler } from 'hono';

import { refuseStrangers } from '../refuse-stranger.ts';
import { readRequestBody } from '../service/endpoints/request-body.ts';
import type { SocketEnv } from '../socket-env.ts';
import { buildOpenApi, operations, pathsOf } from './openapi.ts';
import type { Operation } from './operation.ts';
import { invalidInput, PORTAL_STATUS, PortalError, toPortalErrorBody } from './portal-error.ts';
import type { Portal } from './portal.ts';

/** Where the portal is mounted. */
export const PORTAL_PATH = '/_portal';

/** Greatest body that the portal reads: a saved state may be large. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

type PortalContext = Context<SocketEnv>;

/** Adds the portal's HTTP side to an app. What its operations throw is left to the app's error handler. */
export function routePortal(app: Hono<SocketEnv>, portal: Portal, version: string): void {
  let openApi: ReturnType<typeof buildOpenApi> | undefined;
  // Without a public origin: only this machine may reach the portal, which needs no token there.
  app.use(`${PORTAL_PATH}/*`, refuseStrangers(), requireToken);
  app.get(PORTAL_PATH, (context) => context.redirect(`${PORTAL_PATH}/`));
  app.get(`${PORTAL_PATH}/openapi.json`, (context) => context.json((openApi ??= buildOpenApi(version))));
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      const route = `${PORTAL_PATH}/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      app.on(operation.method, route, (context) => carryOut(portal, operation, context));
    }
  }
  app.all(`${PORTAL_PATH}/*`, () => {
    throw new PortalError('not-found', 'Cannot find the operation: see openapi.json for those that there are.');
  });
}

/** Answers what an operation threw. */
export function toPortalResponse(error: PortalError): Response {
  return Response.json(toPortalErrorBody(error), { status: PORTAL_STATUS[error.code] });
}

async function carryOut(portal: Portal, operation: Operation, context: PortalContext): Promise<Response> {
  const params: Readonly<Record<string, string>> = context.req.param();
  const query = new URL(context.req.url).searchParams;
  const body = await bodyOf(operation, context);
  const input = { params, query, body };
  const { workspace } = params;
  const result: unknown =
    operation.scope === 'service'
      ? await operation.run(portal, input)
      : await operation.run(workspace === undefined ? portal : portal.workspace(workspace), input);
  return operation.status === 204 ? context.body(null, 204) : context.json(result as object, operation.status);
}

async function bodyOf(operation: Operation, { req }: PortalContext): Promise<unknown> {
  const { body: schema, bodyOptional } = operation;
  if (!schema) return undefined;
  const read = await readRequestBody(req.raw, MAX_BODY_BYTES);
  if (read.kind === 'too-large') throw new PortalError('invalid', 'Cannot take the body: it is too large.');
  if (read.kind === 'malformed') throw new PortalError('invalid', 'Cannot take the body: it is not JSON.');
  if (read.kind === 'empty' && bodyOptional !== true) {
    throw new PortalError('invalid', 'Cannot take the body: there is none.');
  }
  if (read.kind === 'json' && !/^application\/json\b/i.test(req.header('content-type') ?? '')) {
    throw new PortalError('invalid', 'Cannot take the body: its content-type is not application/json.');
  }
  const parsed = schema.safeParse(read.kind === 'json' ? read.value : {});
  if (!parsed.success) throw invalidInput('body', parsed.error);
  return parsed.data;
}

/** Refuses calls over a socket without the portal token, if the mock has one. */
const requireToken: MiddlewareHandler<SocketEnv> = async ({ env, req }, next) => {
  const token = env?.exposure?.portalToken;
  if (token !== undefined) {
    const given = Buffer.from(req.header('authorization') ?? '');
    const expected = Buffer.from(`Bearer ${token}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new PortalError('unauthorized', 'Cannot let the call in: it needs the portal token as a Bearer token.');
    }
  }
  return next();
};
