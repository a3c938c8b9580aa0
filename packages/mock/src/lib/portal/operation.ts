import type { z } from 'zod';

import type { PortalErrorCode } from './portal-error.ts';
import type { Portal } from './portal.ts';
import type { WorkspacePortal } from './workspace-portal.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What an operation is called with, validated. */
interface OperationInput<Body> {
  /** Parts of the path in braces. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
}

interface OperationShape<Body, Result> {
  readonly method: Method;
  /** Below the portal, or below a workspace in it: `applications/{slug}`. */
  readonly path: string;
  /** What it does, for the OpenAPI document. */
  readonly summary: string;
  /** What the request may carry. */
  readonly body?: z.ZodType<Body>;
  /** Whether the body may be left out: it is `{}` then. */
  readonly bodyOptional?: boolean;
  /** Query parameters, and what each does. */
  readonly query?: Readonly<Record<string, string>>;
  readonly status: 200 | 201 | 204;
  /** What is answered; nothing on a 204. */
  readonly result?: z.ZodType<Result>;
  readonly errors: readonly PortalErrorCode[];
}

/** An operation of the portal over HTTP, described well enough to validate, to run and to document it. */
export type Operation = OperationShape<unknown, unknown> &
  (
    | {
        readonly scope: 'service';
        run(portal: Portal, input: OperationInput<unknown>): unknown;
      }
    | {
        readonly scope: 'workspace';
        run(portal: WorkspacePortal, input: OperationInput<unknown>): unknown;
      }
  );

/** Defines an operation on one workspace. */
export function workspaceOperation<Body = undefined, Result = undefined>(
  operation: OperationShape<Body, Result> & {
    run(portal: WorkspacePortal, input: OperationInput<Body>): Result | Promise<Result>;
  },
): Operation {
  // What runs is given what its own schema validated; the list of all operations cannot say which that is.
  return { scope: 'workspace', ...operation } as unknown as Operation;
}

/** Defines an operation on the service. */
export function serviceOperation<Body = undefined, Result = undefined>(
  operation: OperationShape<Body, Result> & {
    run(portal: Portal, input: OperationInput<Body>): Result | Promise<Result>;
  },
): Operation {
  // As above.
  return { scope: 'service', ...operation } as unknown as Operation;
}
