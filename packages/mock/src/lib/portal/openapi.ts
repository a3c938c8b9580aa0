import { z } from 'zod';

import { applicationOperations } from './application-operations.ts';
import type { Operation } from './operation.ts';
import { PORTAL_STATUS, portalErrorBody } from './portal-error.ts';
import { serviceOperations } from './service-operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** Every operation of the portal. */
export const operations: readonly Operation[] = [
  ...serviceOperations,
  ...applicationOperations,
  ...workspaceOperations,
];

type Json = Readonly<Record<string, unknown>>;

/** Where the operations of a workspace are found: the default one's without a prefix. */
const WORKSPACE_PREFIXES = ['', 'workspaces/{workspace}/'] as const;

/** Paths below the portal under which an operation is found. */
export function pathsOf({ scope, path }: Operation): readonly string[] {
  return scope === 'service' ? [path] : WORKSPACE_PREFIXES.map((prefix) => `${prefix}${path}`);
}

/** Describes the portal as an OpenAPI 3.1 document, out of the schemas that validate what comes in. */
export function buildOpenApi(version: string): Json {
  const schemas = new Map<string, unknown>();
  const paths = new Map<string, Record<string, Json>>();
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      const methods = paths.get(path) ?? {};
      methods[operation.method.toLowerCase()] = describe(operation, path, schemas);
      paths.set(path, methods);
    }
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
    paths: Object.fromEntries([...paths].map(([path, methods]) => [`/${path}`, methods])),
    components: {
      schemas: Object.fromEntries([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        portalToken: { type: 'http', scheme: 'bearer', description: 'Only where the mock was given a portal token' },
      },
    },
    security: [{}, { portalToken: [] }],
  };
}

function describe(operation: Operation, path: string, schemas: Map<string, unknown>): Json {
  const { method, summary, body, bodyOptional, query = {}, status, result, errors } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const parameters = [...inPath, ...inQuery];
  const refused = [...new Set([...errors, 'unauthorized', 'forbidden'] as const)];
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.startsWith('workspaces/{workspace}/') ? 'workspace' : 'default'],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: bodyOptional !== true, content: jsonContent(toSchema(body, 'input', schemas)) },
    }),
    responses: {
      [status]: {
        description: summary,
        ...(result && { content: jsonContent(toSchema(result, 'output', schemas)) }),
      },
      ...Object.fromEntries(
        refused.map((code) => [
          PORTAL_STATUS[code],
          { description: code, content: jsonContent(toSchema(portalErrorBody, 'output', schemas)) },
        ]),
      ),
    },
  };
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function jsonContent(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** Converts a schema; those with a name of their own go among the components and are referred to. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Map<string, unknown>): unknown {
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
