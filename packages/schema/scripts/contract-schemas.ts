import { isObject } from '@idvkit/json';
import * as z from 'zod';

import * as consumer from '../src/consumer.ts';
import * as strict from '../src/index.ts';
import { RULES_BEYOND_JSON_SCHEMA } from '../src/rules.ts';

/** Version of the interface that the schemas are of; part of their addresses. */
export const INTERFACE_VERSION = '1.3.0';

/** Where the schemas' addresses start. A published address keeps its meaning. */
const ORIGIN = `https://idvkit.dev/schema/${INTERFACE_VERSION}/`;

/** What a service must send, or what a client must put up with. */
export type Strength = 'strict' | 'consumer';
export const STRENGTHS: readonly Strength[] = ['strict', 'consumer'];

/** Version of JSON Schema: the newer one in the published files, the older one in the AsyncAPI document. */
export type Dialect = 'draft-2020-12' | 'draft-07';

/** A JSON Schema. */
export type Document = Readonly<Record<string, unknown>>;

/** Schemas that both strengths have in common: what a client sends, and closed lists of values. */
const shared = [
  'AnswerInput',
  'AnswerValue',
  'ApplicationStatus',
  'AttemptStatus',
  'CreateRequest',
  'DocumentType',
  'EkycOutcome',
  'FaceCompareStatus',
  'SubmitRequest',
];

const strictSchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...exportedBy(strict),
  // Parts of answers that are not exported on their own.
  ['NationalId', strict.knownAnswers.nid.shape.value],
  ['CountryCode', strict.knownAnswers.home_address_country.shape.value],
]);

/** The zod schemas that are published, by strength and name. */
export const CONTRACT: Readonly<Record<Strength, ReadonlyMap<string, z.ZodType>>> = {
  strict: strictSchemas,
  consumer: new Map([...[...strictSchemas].filter(([name]) => shared.includes(name)), ...exportedBy(consumer)]),
};

/** Zod schemas among the exports of a module, by name: `submitFormDelivery` is `SubmitFormDelivery`. */
function exportedBy(module: object): [string, z.ZodType][] {
  return Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
    value instanceof z.ZodType ? [[`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]] : [],
  );
}

/** Path of a schema's file below `json-schema/`, and of its address below {@link ORIGIN}. */
export function pathOf(strength: Strength, name: string): string {
  const file = name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
  return `${strength}/${file}.json`;
}

/** Address of a schema. */
function idOf(strength: Strength, name: string): string {
  return `${ORIGIN}${pathOf(strength, name)}`;
}

/** The schemas of one strength by name, each with its `$id`, in references to one another. */
function schemasOf(strength: Strength, dialect: Dialect): ReadonlyMap<string, Document> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of CONTRACT[strength]) registry.add(schema, { id });
  const uri = (name: string): string => idOf(strength, name);
  const { schemas } = z.toJSONSchema(registry, { target: dialect, uri });
  if ('__shared' in schemas) throw new Error(`No name for ${Object.keys(Object(schemas['__shared'])).join()}`);
  return new Map(
    Object.entries(schemas).map(([name, { $schema, $id, ...rest }]) => [
      name,
      { $schema, $id, title: name, ...withAddresses(rest, CONTRACT[strength], uri) },
    ]),
  );
}

/**
 * Replaces names that checks refer to by the addresses of their schemas, and lists of types, which ajv's strict mode refuses, by
 * alternatives.
 */
function withAddresses(schema: object, known: ReadonlyMap<string, unknown>, uri: (name: string) => string): Document {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && known.has(value)) return uri(value);
    if (!isObject(value)) return value;
    const { pattern } = value;
    if (typeof pattern === 'string' && pattern.endsWith('$')) return { ...value, not: LINE_FEED };
    if (!Array.isArray(value['type'])) return value;
    const { type, ...rest } = value;
    return { ...rest, anyOf: type.map((each: unknown) => ({ type: each })) };
  }) as Document; // As it was.
}

/** The `$` of Python and PHP matches before a line feed at the end as well. A lookahead would say so, but Go and Rust have none. */
const LINE_FEED: Document = { type: 'string', pattern: String.raw`\n` };

/** Returns a schema in which alternatives that together accept any JSON are left out: they only name what may be there. */
export function withoutHints<Schema extends object>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    isObject(value) && acceptsAnything(value) ? {} : value,
  ) as Schema; // The same but for that.
}

function acceptsAnything({ anyOf }: Document): boolean {
  const options = Array.isArray(anyOf) ? anyOf.map((option: unknown) => JSON.stringify(option)) : [];
  const plain = ['object', 'string', 'number', 'boolean', 'null'].map((type) => JSON.stringify({ type }));
  return [...plain, JSON.stringify({ type: 'array', items: {} })].every((option) => options.includes(option));
}

/**
 * The same schemas as definitions that refer to one another within one document.
 *
 * @param prefix JSON pointer to the definitions, for example `#/$defs/`.
 */
export function definitionsOf(
  strength: Strength,
  prefix: string,
  dialect: Dialect = 'draft-2020-12',
): Record<string, Document> {
  const schemas = schemasOf(strength, dialect);
  const pointers = new Map([...schemas.keys()].map((name) => [idOf(strength, name), `${prefix}${name}`]));
  const texts = Object.fromEntries(
    [...schemas].map(([name, { $schema: _dialect, $id: _address, ...rest }]) => [name, rest]),
  );
  return JSON.parse(JSON.stringify(texts), (key, value: unknown) =>
    key === '$ref' ? (pointers.get(String(value)) ?? value) : value,
  ) as Record<string, Document>; // As `texts` is.
}

/** One document with every schema of one strength in its definitions. */
function bundleOf(strength: Strength): Document {
  return {
    $schema: DIALECT,
    $id: idOf(strength, 'Bundle'),
    title: `Identity verification service ${INTERFACE_VERSION}, ${strength}`,
    description: 'Holds definitions only: refer to one of them, such as #/$defs/Delivery.',
    ...(strength === 'strict' && {
      $comment: `Rules that JSON Schema cannot say: ${RULES_BEYOND_JSON_SCHEMA.join(', ')}`,
    }),
    $defs: definitionsOf(strength, '#/$defs/'),
  };
}

/** The value of `$schema` in the published files. */
const DIALECT = z.toJSONSchema(z.any()).$schema;

/** Address of a schema in the bundle of its strength. */
export function addressOf(strength: Strength, name: string): string {
  return `${idOf(strength, 'Bundle')}#/$defs/${name}`;
}

/** Names of the schemas that have a file of their own: those of whole bodies. */
export function bodiesOf(strength: Strength): readonly string[] {
  return [...CONTRACT[strength].keys()].filter((name) => /(?:Delivery|Request|Response|Error)$/.test(name));
}

/** The file of a body, which refers to the bundle next to it. */
function bodyOf(strength: Strength, name: string): Document {
  return { $schema: DIALECT, $id: idOf(strength, name), title: name, $ref: `bundle.json#/$defs/${name}` };
}

/** Every file of the contract by its path below `json-schema/`: the bundles and the bodies. */
export function contractSchemas(): Readonly<Record<string, Document>> {
  const files: Record<string, Document> = {};
  for (const strength of STRENGTHS) {
    files[pathOf(strength, 'Bundle')] = bundleOf(strength);
    for (const name of bodiesOf(strength)) files[pathOf(strength, name)] = bodyOf(strength, name);
  }
  return files;
}
