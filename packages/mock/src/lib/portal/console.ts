import type { Hono } from 'hono';

import { readBodyBytes } from '../service/endpoints/request-body.ts';
import { DEFAULT_WORKSPACE, type Service } from '../service/service.ts';
import { consolePage } from './console-page.ts';
import { OPERATIONS } from './operations/all-operations.ts';
import type { OperationCall, WorkspaceContext } from './operations/operation.ts';
import { PORTAL_STATUS, PortalError } from './operations/portal-error.ts';
import { findWorkspace } from './operations/service-operations.ts';
import { carryOut, openPortal } from './portal.ts';
import type { SocketEnv } from './refuse-strangers.ts';

/** Request of a button of the page: the name of an operation in `do`, names of its path and parts of its input. */
type Posted = URLSearchParams;

const MAX_FORM_BYTES = 65_536;
const { workspace: operations } = OPERATIONS;

/** Operations that the page offers, and how each reads its input. */
const ACTIONS = new Map<string, readonly [OperationCall['operation'], (posted: Posted) => unknown]>([
  ['submit', [operations.submit, (posted) => ({ outcome: posted.get('outcome') })]],
  ['expire', [operations.expire, () => ({})]],
  ['delete', [operations.delete, () => undefined]],
  ['status', [operations.changeStatus, (posted) => ({ column: posted.get('column'), value: posted.get('value') })]],
  ['add-webhook', [operations.addWebhook, (posted) => ({ url: posted.get('url'), secret: posted.get('secret') })]],
  ['remove-webhook', [operations.removeWebhook, () => undefined]],
  ['advance', [operations.advance, (posted) => ({ ms: Number(posted.get('ms')) })]],
  ['faults', [operations.setFaults, idsOf]],
  ['variations', [operations.setVariations, idsOf]],
  ['forget', [operations.clearAudit, () => undefined]],
]);

function idsOf(posted: Posted): unknown {
  return { ids: posted.getAll('ids').filter((id) => id !== '') };
}

/** Adds the page that shows the portal to people. Clients that do not ask for HTML get the JSON of `GET /`. */
export function routeConsole(app: Hono<SocketEnv>, path: string, service: Service): void {
  app.get(`${path}/`, ({ req }, next) =>
    req.header('accept')?.includes('text/html') === true ? show(service, new URL(req.url)) : next(),
  );
  app.post(`${path}/`, async ({ req, redirect }) => {
    const url = new URL(req.url);
    try {
      const body = await readBodyBytes(req.raw, MAX_FORM_BYTES);
      if (body === 'too-large') throw new PortalError('invalid', 'Cannot take the form: it is too large.');
      const posted = new URLSearchParams(new TextDecoder().decode(body));
      const runtime = findWorkspace(service, workspaceOf(url));
      await act(app, { service, runtime }, { posted, origin: url.origin });
      // The page then shows what came of it, and reloading it does nothing again.
      await openPortal(service).workspace(runtime.state.id).advance({ ms: 0 });
      return redirect(url.pathname + url.search, 303);
    } catch (error) {
      if (error instanceof PortalError) return show(service, url, error);
      throw error;
    }
  });
}

async function act(
  app: Hono<SocketEnv>,
  context: WorkspaceContext,
  { posted, origin }: { readonly posted: Posted; readonly origin: string },
): Promise<void> {
  const name = posted.get('do') ?? '';
  if (name === 'create') return create(app, context, `${origin}/en/api/forms/${posted.get('form')}/create/`);
  const action = ACTIONS.get(name);
  if (!action) throw new PortalError('not-found', `Cannot find the action "${name}".`);
  const [operation, read] = action;
  await carryOut({ operation, names: Object.fromEntries(posted), input: read(posted) }, context);
}

/** Creates an application as the client does. */
async function create(app: Hono<SocketEnv>, { runtime }: WorkspaceContext, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${runtime.state.tokens[0] ?? ''}` };
  const { status } = await app.fetch(new Request(url, { method: 'POST', headers }));
  if (status !== 201) throw new PortalError('conflict', `Create returned ${status}.`);
}

function workspaceOf({ searchParams }: URL): string {
  return searchParams.get('workspace') ?? DEFAULT_WORKSPACE;
}

function show(service: Service, url: URL, error?: PortalError): Response {
  const portal = openPortal(service);
  const id = workspaceOf(url);
  const { text, headers } = consolePage({ id, index: portal.index(), portal: portal.workspace(id), error, url });
  return new Response(text, { status: error ? PORTAL_STATUS[error.code] : 200, headers });
}
