import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Contract } from './compare-contracts.ts';
import type { Schema } from './compare-schemas.ts';
import { exportedDeclarations, type Declarations } from './exported-declarations.ts';

/** All that others rely on: what a release promises to keep. */
export interface Surface extends Contract {
  /** Declarations by entry, such as `@idvkit/schema/client`. */
  readonly entries: Readonly<Record<string, Declarations>>;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Reads the surface of the packages as they were built. */
export async function readSurface(root: string): Promise<Surface> {
  const packages = join(root, 'packages');
  const entries: Record<string, Declarations> = {};
  for (const folder of readdirSync(packages)) {
    const { name, exports } = readJson(join(packages, folder, 'package.json')) as Manifest; // As npm reads it.
    for (const [key, target] of Object.entries(exports)) {
      const types = typeof target === 'string' ? undefined : target.types;
      entries[`${name}${key.slice(1)}`] =
        types === undefined ? {} : remembered(exportedDeclarations(join(packages, folder, types)));
    }
  }
  return { entries, ...(await readContract(root)) };
}

const LONG = 200;

/** Members of interfaces are compared. Of other declarations it counts only if they differ: long ones are kept as a digest. */
export function remembered(declarations: Declarations): Declarations {
  const shortened = (text: string): string =>
    text.startsWith('export interface ') || text.length <= LONG ? text : `sha256:${hash('sha256', text)}`;
  return Object.fromEntries(Object.entries(declarations).map(([name, text]) => [name, shortened(text)]));
}

/** Reads the contract from the committed documents and the catalogue of rules. */
export async function readContract(root: string): Promise<Contract> {
  const schema = join(root, 'packages/schema');
  const definitionsOf = (strength: string): Record<string, Schema> =>
    (readJson(join(schema, 'json-schema', strength, 'bundle.json')) as { $defs: Record<string, Schema> }).$defs; // A bundle.
  const { catalogue } = await import('../../packages/schema/src/rules.ts');
  const openapi = readJson(join(schema, 'openapi/openapi.json'));
  return {
    version: (openapi as { info: { version: string } }).info.version, // A linted document.
    schemas: { strict: definitionsOf('strict'), tolerant: definitionsOf('consumer') },
    operations: operationsOf(openapi, readJson(join(schema, 'asyncapi/asyncapi.json'))),
    rules: Object.fromEntries(Object.entries(catalogue).map(([id, { level, binds }]) => [id, `${level}, ${binds}`])),
  };
}

interface Operation {
  readonly responses?: object;
  readonly requestBody?: { readonly required?: boolean };
  readonly security?: unknown;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

function operationsOf(openapi: unknown, asyncapi: unknown): string[] {
  const { paths, webhooks, security: common } = openapi as { paths: Paths; webhooks: Paths; security?: unknown }; // Linted documents.
  const { messages } = (asyncapi as { components: { messages: object } }).components;
  const calls = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses, requestBody, security = common }]) => {
      if (responses === undefined) return []; // What the methods of a path have in common.
      const call = `${method.toUpperCase()} ${path}`;
      const body = requestBody === undefined ? 'no' : requestBody.required ? 'a' : 'perhaps a';
      return [
        ...Object.keys(responses).map((status) => `${call} answered with ${status}`),
        `${call} with ${body} body`,
        `${call} with the credentials ${JSON.stringify(security)}`,
      ];
    }),
  );
  return [...calls, ...Object.keys(messages).map((message) => `message ${message}`)];
}
