import { readdirSync, readFileSync } from 'node:fs';

import { definitionsOf, withoutHints, type Document, type Strength } from './contract-schemas.ts';

export const POINTER = '#/$defs/';

export const SCHEMAS: Readonly<Record<Strength, ReadonlyMap<string, Document>>> = {
  strict: new Map(Object.entries(definitionsOf('strict', POINTER))),
  consumer: new Map(Object.entries(withoutHints(definitionsOf('consumer', POINTER)))),
};

/** A tolerant schema next to the strict one at the same position, which has the descriptions and the required keys. */
export interface Pair {
  readonly tolerant: Document;
  readonly strict: Document | undefined;
}

export function pairOf(name: string): Pair {
  const tolerant = SCHEMAS.consumer.get(name);
  if (tolerant === undefined) throw new Error(`No tolerant schema ${name}`);
  return { tolerant, strict: SCHEMAS.strict.get(name) };
}

/** Comments above the schemas of `consumer/`, by the names of the types. */
export function commentsOfSchemas(): ReadonlyMap<string, { readonly comment: string; readonly section: string }> {
  const folder = new URL('../src/lib/consumer/', import.meta.url);
  const found = readdirSync(folder).flatMap((file) =>
    [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport const (\w+) =/g),
    ].map(([, comment = '', schema = '']) => {
      const section = /@see Specification, "(.*)"/.exec(comment)?.[1];
      if (section === undefined) throw new Error(`No section for ${schema}`);
      return [`${schema.charAt(0).toUpperCase()}${schema.slice(1)}`, { comment, section }] as const;
    }),
  );
  return new Map(found);
}

/** The name of the schema that a node refers to. */
export function referenceOf(node: Document): string | undefined {
  const reference = node['$ref'];
  return typeof reference === 'string' && reference.startsWith(POINTER) ? reference.slice(POINTER.length) : undefined;
}

export function resolved(node: Document): Document {
  const reference = referenceOf(node);
  return reference === undefined ? node : resolved(SCHEMAS.consumer.get(reference) ?? {});
}

/** The strict node that a node refers to. */
export function resolvedStrict(node: Document | undefined): Document | undefined {
  const reference = node === undefined ? undefined : referenceOf(node);
  return reference === undefined ? node : resolvedStrict(SCHEMAS.strict.get(reference));
}

/** Alternatives of a strict node, or the node itself. */
export function variantsOf(node: Document | undefined): readonly (Document | undefined)[] {
  const target = resolvedStrict(node);
  const variants = target === undefined ? undefined : (listAt(target, 'anyOf') ?? listAt(target, 'oneOf'));
  return variants?.flatMap(variantsOf) ?? [target];
}

/** Returns what the alternatives of a strict node say of a property. */
export function strictProperties(node: Document | undefined, key: string): readonly Document[] {
  return variantsOf(node).flatMap((variant) => {
    const properties = variant === undefined ? undefined : objectAt(variant, 'properties');
    return properties !== undefined && key in properties ? [propertyOf(variant ?? {}, key)] : [];
  });
}

export function strictProperty(node: Document | undefined, key: string): Document | undefined {
  const found = strictProperties(node, key);
  return found.find(({ description }) => description !== undefined) ?? found[0];
}

export function strictRequired(node: Document | undefined): readonly string[] {
  const [first = [], ...others] = variantsOf(node).map((variant) => (variant === undefined ? [] : requiredOf(variant)));
  return first.filter((key) => others.every((required) => required.includes(key)));
}

/** Returns the description of a position, by the strict schema. @throws {Error} if there is none. */
export function descriptionOf({ tolerant, strict }: Pair, where: string): string {
  const named = SCHEMAS.strict.get(referenceOf(tolerant) ?? '');
  const description = strict?.['description'] ?? named?.['description'] ?? resolvedStrict(strict)?.['description'];
  if (typeof description !== 'string') throw new Error(`The strict schema has no description of ${where}`);
  return description.replace(/\.$/, '');
}

export function propertyOf(node: Document, key: string): Document {
  return objectAt(objectAt(node, 'properties'), key) ?? {};
}

export function requiredOf(node: Document): readonly string[] {
  return (node['required'] ?? []) as readonly string[]; // A keyword of JSON Schema.
}

export function objectAt(node: Document | undefined, key: string): Document | undefined {
  const value = node?.[key];
  return typeof value === 'object' && value !== null ? (value as Document) : undefined; // Any JSON object is one.
}

export function listAt(node: Document, key: string): readonly Document[] | undefined {
  const value = node[key];
  return Array.isArray(value) ? (value as readonly Document[]) : undefined; // Keywords that hold lists hold schemas.
}
