import type { Document } from './contract-schemas.ts';
import {
  commentsOfSchemas,
  descriptionOf,
  listAt,
  objectAt,
  pairOf,
  POINTER,
  propertyOf,
  referenceOf,
  requiredOf,
  resolved,
  resolvedStrict,
  SCHEMAS,
  strictProperty,
  strictRequired,
  type Pair,
} from './schema-pairs.ts';

const BANNER = '// Written by scripts/write-consumer-types.ts: change the zod schemas, not this file.\n';

/** Names of types that differ from those of their schemas. */
const TYPE_NAMES: Readonly<Record<string, string>> = { SubmitFormDelivery: 'Submission' };

/** Objects whose other keys are the workspace's own, so that their type has an index signature. */
const OPEN_MAPS: ReadonlySet<string> = new Set(['OtherStatus']);

/** Bodies that the package reads without zod. */
const READ_BODIES = [
  'SubmitFormDelivery',
  'LifecycleDelivery',
  'Delivery',
  'AmlEntry',
  'CreateResponse',
  'ResultResponse',
  'InfoResponse',
  'NotFoundError',
  'ResendNotFoundError',
  'CreateValidationError',
  'SubmitValidationError',
];

/** The generated sources by path below `src/lib/`: interfaces of the tolerant schemas, and their shapes for the reader. */
export function consumerTypes(): Readonly<Record<string, string>> {
  return { 'consumer/types.ts': interfaces(), 'reading/shapes.ts': shapes() };
}

function interfaces(): string {
  const comments = commentsOfSchemas();
  const names = [...SCHEMAS.consumer.keys()].filter((name) => comments.has(name)).sort();
  const declarations = names.map((name) => {
    const { comment, section } = comments.get(name) ?? { comment: '', section: '' };
    const pair = pairOf(name);
    const answered = answeredIn(pair.tolerant);
    if (answered !== undefined) {
      const { properties, ...rest } = pair.tolerant;
      const tolerant = { ...rest, properties: { ...Object(properties), value: { $ref: `${POINTER}Value` } } };
      const fields = typeOf({ ...pair, tolerant, name, section }, { isTop: true });
      const value = typeOf({ ...pair, tolerant: answered, name, section });
      return `${comment}\nexport interface AnswerOf<Value> ${fields}\n\n${comment}\nexport type ${name} = AnswerOf<${value}>;\n`;
    }
    const type = typeOf({ ...pair, name, section }, { isTop: true });
    const declared = type.startsWith('{') ? `interface ${typeName(name)} ${type}` : `type ${typeName(name)} = ${type};`;
    return `${comment}\nexport ${declared}\n`;
  });
  return `${BANNER}import type { UnknownValue } from './unknown-value.ts';\n\n${declarations.join('\n')}`;
}

interface Place extends Pair {
  readonly name: string;
  readonly section: string;
}

function typeOf(place: Place, { isTop = false } = {}): string {
  const { tolerant: node, section } = place;
  const reference = referenceOf(node);
  if (reference !== undefined) {
    const isNamed = valuesOf(node) === undefined && !isScalar(resolved(node));
    return isNamed ? typeName(reference) : typeOf({ ...place, tolerant: resolved(node) });
  }
  const values = valuesOf(node);
  if (values !== undefined) return [...values.map(literal), ...(isOpenEnum(node) ? ['UnknownValue'] : [])].join(' | ');
  if (isScalar(node)) return scalarsOf(node).join(' | ');
  const options = listAt(node, 'anyOf');
  if (options !== undefined) return options.map((option) => typeOf({ ...place, tolerant: option })).join(' | ');
  const answered = answeredIn(node);
  if (answered !== undefined && !isTop) return `AnswerOf<${typeOf({ ...place, tolerant: answered })}>`;
  switch (node['type']) {
    case 'array': {
      const item = typeOf({
        ...place,
        tolerant: objectAt(node, 'items') ?? {},
        strict: objectAt(resolvedStrict(place.strict), 'items'),
      });
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object': {
      const fields = Object.keys(objectAt(node, 'properties') ?? {}).map((key) => {
        const strict = strictProperty(place.strict, key);
        const field = typeOf({ ...place, tolerant: propertyOf(node, key), strict });
        const isNeeded = requiredOf(node).includes(key);
        const isAbsent = isNeeded || field === 'unknown' ? '' : ' | undefined';
        const description = `${descriptionOf({ tolerant: propertyOf(node, key), strict }, `${place.name}.${key}`)}. @see Specification, "${section}"`;
        return `/** ${description} */\n${key}${isNeeded ? '' : '?'}: ${field}${isAbsent};\n`;
      });
      const known = Object.keys(objectAt(node, 'properties') ?? {});
      for (const [key, of] of Object.entries(objectAt(resolvedStrict(place.strict) ?? {}, 'properties') ?? {})) {
        // Fields that the specification only names, without a type.
        if (known.includes(key) || Object.keys(Object(of)).length > 0) continue;
        fields.push(`/** Of any type. @see Specification, "${section}" */\n${key}?: unknown;\n`);
      }
      const others = objectAt(node, 'additionalProperties');
      const isMap =
        fields.length === 0 || OPEN_MAPS.has(place.name) || (others !== undefined && Object.keys(others).length > 0);
      if (isMap) {
        const value = typeOf({ ...place, tolerant: others ?? {}, strict: undefined });
        const isAbsent = fields.length > 0 && value !== 'unknown' ? ' | undefined' : '';
        fields.push(`[key: string]: ${value}${isAbsent};\n`);
      }
      return `{\n${fields.join('')}}`;
    }
    default:
      return 'unknown';
  }
}

/** The schema of the value, if a node is an Answer. */
function answeredIn(node: Document): Document | undefined {
  const keys = Object.keys(objectAt(node, 'properties') ?? {});
  return keys.join() === 'value,created_at,updated_at' ? propertyOf(node, 'value') : undefined;
}

/** The name of the type of a tolerant schema. */
export function typeName(name: string): string {
  return TYPE_NAMES[name] ?? name;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function shapes(): string {
  const written = new Map<string, string>();
  for (const name of READ_BODIES) writeShape(name, written);
  return `${BANNER}import type * as types from '../consumer/types.ts';\nimport type { BodyShape, Shape } from './shape.ts';\n\n${[...written.values()].join('\n')}`;
}

/** Writes the shape of a schema after those that it refers to. */
function writeShape(name: string, written: Map<string, string>): string {
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  if (!written.has(name)) {
    const text = shapeOf(pairOf(name), written);
    const isBody = READ_BODIES.includes(name);
    const type = isBody ? `BodyShape<types.${typeName(name)}>` : 'Shape';
    written.set(name, `${isBody ? 'export ' : ''}const ${constant}: ${type} = ${text};\n`);
  }
  return constant;
}

function shapeOf({ tolerant: node, strict }: Pair, written: Map<string, string>): string {
  const reference = referenceOf(node);
  if (reference !== undefined) {
    const target = resolved(node);
    return isScalar(target)
      ? shapeOf({ tolerant: target, strict: undefined }, written)
      : writeShape(reference, written);
  }
  const values = valuesOf(node);
  if (values !== undefined) return JSON.stringify(values);
  const answered = answeredIn(node);
  if (answered?.['type'] === 'string' && !written.has('')) {
    written.set('', ''); // Written below, before anything that needs it.
    written.set('', `const textAnswer: Shape = ${shapeOf({ tolerant: node, strict }, written)};\n`);
  }
  if (answered?.['type'] === 'string' && written.get('') !== '') return 'textAnswer';
  if (isScalar(node)) return JSON.stringify(scalarsOf(node).join(' | '));
  switch (node['type']) {
    case 'array':
      return `{ items: ${shapeOf({ tolerant: objectAt(node, 'items') ?? {}, strict: objectAt(resolvedStrict(strict), 'items') }, written)} }`;
    case 'object': {
      const keys = Object.keys(objectAt(node, 'properties') ?? {});
      const needed = requiredOf(node).filter((key) => keys.includes(key));
      const expected = strictRequired(strict).filter((key) => keys.includes(key) && !needed.includes(key));
      const others = objectAt(node, 'additionalProperties') ?? {};
      const parts = [
        ...(needed.length > 0 ? [`needed: ${JSON.stringify(needed)}`] : []),
        ...(expected.length > 0 ? [`expected: ${JSON.stringify(expected)}`] : []),
        `fields: {${keys.map((key) => `${key}: ${shapeOf({ tolerant: propertyOf(node, key), strict: strictProperty(strict, key) }, written)}`).join(', ')}}`,
        ...(Object.keys(others).length > 0
          ? [
              `others: ${shapeOf({ tolerant: others, strict: objectAt(resolvedStrict(strict), 'additionalProperties') }, written)}`,
            ]
          : []),
      ];
      return `{ ${parts.join(', ')} }`;
    }
    default:
      if (Object.keys(node).length > 0) throw new Error(`The reader has no shape for ${JSON.stringify(node)}`);
      return '"any"';
  }
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

function isScalar(node: Document): boolean {
  const options = listAt(node, 'anyOf');
  if (options !== undefined) return options.every(isScalar);
  return typesIn(node).length > 0 && typesIn(node).every((type) => SCALARS.has(type)) && valuesOf(node) === undefined;
}

function scalarsOf(node: Document): readonly string[] {
  const types = (listAt(node, 'anyOf') ?? [node]).flatMap(typesIn);
  return [...new Set(types.map((type) => (type === 'integer' ? 'number' : type)))];
}

function typesIn({ type }: Document): readonly string[] {
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
}

/** Values that the specification names for a node: a constant, a closed list, or a list that may grow. */
function valuesOf(node: Document): readonly unknown[] | undefined {
  const target = resolved(node);
  if (target['const'] !== undefined) return [target['const']];
  if (Array.isArray(target['enum'])) return target['enum'];
  return isOpenEnum(target) ? valuesOf(listAt(target, 'anyOf')?.[0] ?? {}) : undefined;
}

function isOpenEnum(node: Document): boolean {
  const options = listAt(resolved(node), 'anyOf');
  if (options?.length !== 2) return false;
  const [known = {}, any = {}] = options;
  return Array.isArray(resolved(known)['enum']) && any['type'] === 'string' && any['enum'] === undefined;
}
