import { definitionsOf, type Document } from './contract-schemas.ts';
import {
  commentsOfSchemas,
  descriptionOf,
  listAt,
  objectAt,
  POINTER,
  propertyOf,
  resolvedStrict,
  SCHEMAS,
  strictProperties,
  strictProperty,
  variantsOf,
} from './schema-pairs.ts';

/**
 * Returns the tolerant schemas by name, for documents that clients are generated from. Each property has the description of the
 * strict schema at its position, and its `integer` and `date-time`, so that generated code says what a value is.
 *
 * @param prefix JSON pointer to the schemas, for example `#/components/schemas/`.
 */
export function openSchemas(prefix: string): Record<string, Document> {
  const comments = commentsOfSchemas();
  const described = Object.entries(definitionsOf('consumer', POINTER)).map(([name, tolerant]) => {
    const strict = SCHEMAS.strict.get(name);
    const text = strict?.['description'] ?? summaryOf(comments.get(name)?.comment);
    return [name, { ...noted(tolerant, strict), ...(text !== undefined && { description: text }) }];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(described)), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(POINTER, prefix) : value,
  ) as Record<string, Document>; // As `described` is.
}

/** Returns the first sentence of a comment. */
function summaryOf(comment = ''): string | undefined {
  return /^\/\*\*[\s*]*(.*?)\.?\s(?:[^a-z]*@|\* |[A-Z])/s.exec(comment)?.[1]?.replaceAll(/\s+\*?\s*/g, ' ');
}

/** Returns a tolerant node with the types and the descriptions of the strict node. */
function noted(tolerant: Document, strict: Document | undefined): Document {
  const options = listAt(tolerant, 'anyOf');
  if (options !== undefined) return { ...tolerant, anyOf: options.map((option) => noted(option, strict)) };
  switch (tolerant['type']) {
    case 'number':
      return strictTypes(strict).includes('integer') ? { ...tolerant, type: 'integer' } : tolerant;
    case 'string':
      return strictFormats(strict).includes('date-time') ? { ...tolerant, format: 'date-time' } : tolerant;
    case 'array':
      return {
        ...tolerant,
        items: noted(objectAt(tolerant, 'items') ?? {}, objectAt(resolvedStrict(strict), 'items')),
      };
    case 'object': {
      const properties = Object.keys(objectAt(tolerant, 'properties') ?? {}).map((key) => {
        const property = { tolerant: propertyOf(tolerant, key), strict: strictProperty(strict, key) };
        // The strict schemas describe each answer as a whole.
        const description =
          key === 'value' ? 'Value of the answer' : descriptionOf(property, `${String(tolerant['title'])}.${key}`);
        const anyStrict = { anyOf: strictProperties(strict, key) };
        return [key, { ...noted(property.tolerant, anyStrict), description }];
      });
      const others = objectAt(tolerant, 'additionalProperties');
      const strictOthers = objectAt(resolvedStrict(strict), 'additionalProperties');
      return {
        ...tolerant,
        ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
        ...(others !== undefined && { additionalProperties: noted(others, strictOthers) }),
      };
    }
    default:
      return tolerant;
  }
}

const strictTypes = (node: Document | undefined): readonly unknown[] =>
  variantsOf(node).map((variant) => variant?.['type']);

const strictFormats = (node: Document | undefined): readonly unknown[] =>
  variantsOf(node).map((variant) => variant?.['format']);
