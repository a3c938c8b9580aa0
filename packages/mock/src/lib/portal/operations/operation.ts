import type * as z from 'zod';

import type { Service } from '../../service/service.ts';
import type { WorkspaceRuntime } from '../../service/workspace-runtime.ts';
import type { PortalErrorCode } from './portal-error.ts';

export interface WorkspaceContext {
  readonly service: Service;
  readonly runtime: WorkspaceRuntime;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Route = `${Method} /${string}`;

/** A text for each name in braces. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Readonly<Record<Name, string>> & Names<Rest>
  : unknown;

/** An operation of the portal. It gives the method in process, the route, the entry in the OpenAPI document and the client's method. */
export interface Operation<
  Context = never,
  Path extends Route = Route,
  Input extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Returned = unknown,
> {
  /** Method and path, below the portal or below a workspace in it: `GET /applications/{slug}`. */
  readonly route: Path;
  /** Sentence for the OpenAPI document. */
  readonly summary: string;
  /** Body of the request, or the query of a GET. */
  readonly input?: Input;
  /** Body of the answer. Without it the answer is a 204. */
  readonly result?: Result;
  /** Status of an answer with a body. Default 200. */
  readonly status?: 201;
  /** Errors beside those of an input (`invalid`) and of names in the path (`not-found`). */
  readonly errors?: readonly PortalErrorCode[];
  /** True if it returns a promise, so that its method rejects where others throw. */
  readonly isAsync?: true;
  readonly run: (context: Context, names: Names<Path>, input: z.output<Input>) => Returned;
}

export type OperationTable = Readonly<Record<string, Operation>>;

function define<Context>() {
  return <
    const Path extends Route,
    Returned extends z.output<Result> | Promise<z.output<Result>>,
    Input extends z.ZodType = z.ZodUndefined,
    Result extends z.ZodType = z.ZodVoid,
  >(
    operation: Operation<Context, Path, Input, Result, Returned>,
  ) => operation;
}

export const serviceOperation = define<Service>();

export const workspaceOperation = define<WorkspaceContext>();

/** A text for each name in a path, then `Last`. */
type Arguments<Path extends string, Last extends readonly unknown[]> = Path extends `${string}{${string}}${infer Rest}`
  ? [value: string, ...Arguments<Rest, Last>]
  : Last;

type InputArgument<Input> = undefined extends Input ? [input?: Input] : [input: Input];

/** The methods of a table of operations. */
export type Methods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Operation<
    never,
    infer Path,
    infer Input,
    infer _Result,
    infer Returned
  >
    ? (...args: Arguments<Path, InputArgument<z.input<Input>>>) => Returned
    : never;
};

/** The same methods over HTTP. */
export type RemoteMethods<Table> = {
  readonly [Name in keyof Table]: Methods<Table>[Name] extends (...args: infer Args) => infer Returned
    ? (...args: Args) => Promise<Awaited<Returned>>
    : never;
};

export interface OperationCall {
  readonly operation: Operation;
  readonly names: Readonly<Record<string, string>>;
  readonly input: unknown;
}

/** Makes the methods of a table; `carryOut` gives what each of them returns. */
export function methodsOf(
  table: OperationTable,
  carryOut: (call: OperationCall) => unknown,
): Readonly<Record<string, (...args: readonly unknown[]) => unknown>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, operation]) => {
      const inPath = namesIn(operation.route);
      const method = (...args: readonly unknown[]): unknown => {
        const names = Object.fromEntries(inPath.map((each, index) => [each, String(args[index])]));
        return carryOut({ operation, names, input: args[inPath.length] });
      };
      return [name, method];
    }),
  );
}

export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

export function splitRoute(route: Route): { readonly method: Method; readonly path: string } {
  const [method, path = ''] = route.split(' ');
  // Every route starts with a method.
  return { method: method as Method, path };
}
