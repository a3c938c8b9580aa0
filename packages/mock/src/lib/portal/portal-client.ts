import { OPERATIONS } from './operations/all-operations.ts';
import { methodsOf, splitRoute, type Method, type OperationCall, type RemoteMethods } from './operations/operation.ts';

/** A call on a portal. */
export interface PortalRequest {
  readonly method: Method;
  /** Below `/_portal`. */
  readonly path: string;
  /** To be sent as JSON; absent for a call without a body. */
  readonly body?: unknown;
}

/**
 * Makes a call on a portal. @returns What `read` returned.
 * @param read Checks the JSON of the answer, `undefined` for one without a body. Throws if the operation does not answer like that.
 */
export type PortalCall = (request: PortalRequest, read: (json: unknown) => unknown) => Promise<unknown>;

/** The methods of one workspace of a portal elsewhere. */
export type WorkspacePortalClient = RemoteMethods<(typeof OPERATIONS)['workspace']>;

/** The methods of a portal elsewhere: those of {@link Portal}, over HTTP. */
export type PortalClient = RemoteMethods<(typeof OPERATIONS)['service']> &
  WorkspacePortalClient & { readonly workspace: (id: string) => WorkspacePortalClient };

/**
 * Creates a client of the portal of a mock elsewhere. Its methods reject with what `call` rejects with.
 *
 * @example
 * const portal = createPortalClient(async ({ method, path, body }, read) => {
 *   const headers = { 'content-type': 'application/json' };
 *   const response = await fetch(`http://127.0.0.1:4010/_portal${path}`, { method, headers, body: JSON.stringify(body) });
 *   return read(response.status === 204 ? undefined : await response.json());
 * });
 * await portal.advance({ ms: 3_600_000 });
 */
export function createPortalClient(call: PortalCall): PortalClient {
  const below =
    (base: string) =>
    ({ operation, names, input }: OperationCall): Promise<unknown> => {
      const { method, path } = splitRoute(operation.route);
      const filled = base + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
      const query = method === 'GET' && input ? `?${new URLSearchParams(Object.entries(input)).toString()}` : '';
      const request = { method, path: filled + query, ...(method !== 'GET' && input !== undefined && { body: input }) };
      return call(request, (json) => operation.result?.parse(json));
    };
  const client = {
    ...methodsOf(OPERATIONS.service, below('')),
    ...methodsOf(OPERATIONS.workspace, below('')),
    workspace: (id: string) => methodsOf(OPERATIONS.workspace, below(`/workspaces/${encodeURIComponent(id)}`)),
  };
  // The methods are those of the tables.
  return client as unknown as PortalClient;
}
