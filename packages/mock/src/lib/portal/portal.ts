import { DEFAULT_WORKSPACE, type Service } from '../service/service.ts';
import { OPERATIONS } from './operations/all-operations.ts';
import {
  methodsOf,
  type Methods,
  type Operation,
  type OperationCall,
  type WorkspaceContext,
} from './operations/operation.ts';
import { invalidInput } from './operations/portal-error.ts';
import { findWorkspace } from './operations/service-operations.ts';

/** The methods of one workspace. Each throws a `PortalError` if it cannot. Moments are milliseconds on the workspace's clock. */
export type WorkspacePortal = Methods<(typeof OPERATIONS)['workspace']>;

/** Acts of an operator: in the default workspace, or, by `workspace(id)`, in another. */
export type Portal = Methods<(typeof OPERATIONS)['service']> &
  WorkspacePortal & { readonly workspace: (id: string) => WorkspacePortal };

export function openPortal(service: Service): Portal {
  const inWorkspace = (id: string) =>
    methodsOf(OPERATIONS.workspace, (call) => carryOut(call, { service, runtime: findWorkspace(service, id) }));
  const portal = {
    ...methodsOf(OPERATIONS.service, (call) => carryOut(call, service)),
    ...inWorkspace(DEFAULT_WORKSPACE),
    workspace: (id: string) => {
      findWorkspace(service, id);
      return inWorkspace(id);
    },
  };
  // The methods are those of the tables.
  return portal as unknown as Portal;
}

/** Validates the input of an operation, and runs it. @throws {PortalError}, or rejects with it if the operation is async. */
export function carryOut({ operation, names, input }: OperationCall, context: Service | WorkspaceContext): unknown {
  const parsed = operation.input?.safeParse(input);
  if (parsed?.success === false) {
    const error = invalidInput(parsed.error);
    if (operation.isAsync) return Promise.reject(error);
    throw error;
  }
  // The operations of each table are only carried out with the context that they take.
  return (operation as Operation<Service | WorkspaceContext>).run(context, names, parsed?.data);
}
