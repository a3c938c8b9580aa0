import type { Check } from './check.ts';

/** Keywords of a JSON Schema. `$ref` is the name of another schema of the contract. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** A check that JSON Schema can state too, with the keywords that say the same. */
export interface StatedCheck extends Check {
  readonly jsonSchema: Keywords;
}

/** Joins a check to the keywords that say the same of a value that its schema accepts otherwise. */
export function stated(jsonSchema: Keywords, check: Check): StatedCheck {
  return Object.assign(check, { jsonSchema });
}

/** Returns the keywords of the checks that have some, for the `meta` of the schema that passes them. */
export function keywordsOf(...checks: readonly Check[]): Keywords {
  const keywords = both(...checks.flatMap((check) => (isStated(check) ? [check.jsonSchema] : [])));
  // Other keywords would replace those of the schema.
  return 'if' in keywords || 'allOf' in keywords ? keywords : { allOf: [keywords] };
}

function isStated(check: Check): check is StatedCheck {
  return 'jsonSchema' in check;
}

/** Returns keywords that ask for a member at a path, and something of it. */
export function has(path: string, keywords: Keywords = {}): Keywords {
  return path
    .split('.')
    .reduceRight<Keywords>(
      (inner, key) => ({ type: 'object', required: [key], properties: { [key]: inner } }),
      keywords,
    );
}

/** Returns keywords that ask something of the member at a path, if there is one. */
export function mayHave(path: string, keywords: Keywords): Keywords {
  return path
    .split('.')
    .reduceRight<Keywords>((inner, key) => ({ type: 'object', properties: { [key]: inner } }), keywords);
}

/** Returns keywords that ask for some members once there are others. */
export function implies(condition: Keywords, consequence: Keywords): Keywords {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: consequence };
}

/** Returns keywords that ask for all that others do. */
export function both(...keywords: readonly Keywords[]): Keywords {
  const [first = {}, ...others] = keywords.flatMap(
    (each) => (Array.isArray(each['allOf']) && Object.keys(each).length === 1 ? (each['allOf'] as Keywords[]) : [each]), // As written below.
  );
  return others.length === 0 ? first : { allOf: [first, ...others] };
}
