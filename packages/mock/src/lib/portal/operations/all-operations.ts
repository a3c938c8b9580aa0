import { applicationOperations } from './application-operations.ts';
import { splitRoute, type Operation, type OperationTable } from './operation.ts';
import { serviceOperations } from './service-operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** Every operation by what it works on, under the name of its method. */
export const OPERATIONS = {
  service: serviceOperations,
  workspace: { ...applicationOperations, ...workspaceOperations },
} as const;

export interface PortalRoute {
  readonly method: string;
  readonly path: string;
  readonly scope: keyof typeof OPERATIONS;
  readonly operation: Operation;
}

/** Every route of the portal. Operations of a workspace are found twice: those of the default one without a prefix. */
export const ROUTES: readonly PortalRoute[] = [
  ...routesOf('service', ''),
  ...routesOf('workspace', ''),
  ...routesOf('workspace', '/workspaces/{workspace}'),
];

function routesOf(scope: PortalRoute['scope'], prefix: string): readonly PortalRoute[] {
  const table: OperationTable = OPERATIONS[scope];
  return Object.values(table).map((operation) => {
    const { method, path } = splitRoute(operation.route);
    return { method, path: prefix + path, scope, operation };
  });
}
