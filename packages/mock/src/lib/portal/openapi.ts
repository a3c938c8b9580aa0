import * as z from 'zod';

import { ROUTES, type PortalRoute } from './operations/all-operations.ts';
import { namesIn } from './operations/operation.ts';
import { PORTAL_STATUS, portalErrorBody } from './operations/portal-error.ts';

type Json = Readonly<Record<string, unknown>>;

/** Describes the portal as an OpenAPI 3.1 document, out of the schemas that validate what comes in. */
export function buildOpenApi(version: string): Json {
  const schemas = new Map<string, unknown>();
  const paths = new Map<string, Record<string, Json>>();
  for (const route of ROUTES) {
    const methods = paths.get(route.path) ?? {};
    methods[route.method.toLowerCase()] = describe(route, schemas);
    paths.set(route.path, methods);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'idvkit mock portal',
      version,
      description: 'What an operator of the identity verification service does, for tests. Moments are milliseconds.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/_portal' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        portalToken: { type: 'http', scheme: 'bearer', description: 'Only where the mock was given a portal token' },
      },
    },
    security: [{}, { portalToken: [] }],
  };
}

function describe({ method, path, operation }: PortalRoute, schemas: Map<string, unknown>): Json {
  const { summary, input, result, status = 200, errors = [] } = operation;
  const described = input && toSchema(input, 'input', schemas);
  const body = method === 'GET' ? undefined : input;
  const parameters = [
    ...namesIn(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(body ? [] : queryParameters(described)),
  ];
  const refused = new Set([
    ...(body ? (['invalid'] as const) : []),
    ...(path.includes('{') ? (['not-found'] as const) : []),
    ...errors,
    ...(['unauthorized', 'forbidden'] as const),
  ]);
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.startsWith('/workspaces/{workspace}/') ? 'workspace' : 'default'],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: jsonContent(described) },
    }),
    responses: {
      [result ? status : 204]: {
        description: summary,
        ...(result && { content: jsonContent(toSchema(result, 'output', schemas)) }),
      },
      ...Object.fromEntries(
        [...refused].map((code) => [
          PORTAL_STATUS[code],
          { description: code, content: jsonContent(toSchema(portalErrorBody, 'output', schemas)) },
        ]),
      ),
    },
  };
}

function queryParameters(input: Json = {}): readonly Json[] {
  // Schemas by name, as JSON Schema has them.
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, Json>>;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function jsonContent(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** Converts a schema; those with a name of their own go among the components and are referred to. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Map<string, unknown>): Json {
  const converted = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  const { $schema: _dialect, $defs = {}, ...rest } = moveDefinitions(converted);
  for (const [name, definition] of Object.entries($defs)) schemas.set(name, definition);
  return rest;
}

function moveDefinitions(schema: unknown): Json & { readonly $defs?: Json } {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  // JSON that was an object stays one.
  return JSON.parse(text) as Json;
}
