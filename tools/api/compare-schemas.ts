import type { Verdict } from './change.ts';

/**
 * Whom a schema speaks to. `strict`: services, doubles of them and tests, which are held to it. `tolerant`: clients that read. `sent`: clients
 * that send, and are refused by it.
 */
export type Audience = 'strict' | 'tolerant' | 'sent';

/** A JSON Schema, or `true` or `false`. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** A difference between two schemas, and where. */
export interface SchemaChange {
  readonly verdict: Verdict;
  readonly path: string;
  readonly what: string;
}

/** What is added where a schema takes more than it did, by audience. */
const WIDER: Readonly<Record<'value' | 'key' | 'type', Readonly<Record<Audience, Verdict>>>> = {
  // A list of values that code goes through is closed where the schema is strict; whoever reads tolerantly expects others.
  value: { strict: 'breaking', tolerant: 'additive', sent: 'additive' },
  // What was always there may now be missing.
  key: { strict: 'breaking', tolerant: 'breaking', sent: 'additive' },
  type: { strict: 'breaking', tolerant: 'breaking', sent: 'additive' },
};

/** Keywords that change nothing of what a schema takes. */
const NOTES = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'examples',
  'example',
  'default',
  '$defs',
  'definitions',
]);
/** Limits, and whether a greater one takes more. */
const LIMITS: Readonly<Record<string, boolean>> = {
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
};

/**
 * Tells what a change of a schema breaks. What the schema no longer takes breaks every audience; what it takes in addition, those that
 * rely on the absence of it.
 */
export function compareSchemas(before: Schema, after: Schema, audience: Audience, path = ''): SchemaChange[] {
  const [old, now] = [keywordsOf(before), keywordsOf(after)];
  const changes: SchemaChange[] = [];
  if (after === false && before !== false) return [{ verdict: 'breaking', path, what: 'is taken no more' }];
  if (before === false && after !== false) return [{ verdict: 'additive', path, what: 'is taken now' }];
  const add = (verdict: Verdict, what: string, at = path): void => void changes.push({ verdict, path: at, what });
  const recurse = (was: unknown, is: unknown, at: string): void =>
    void changes.push(...compareSchemas(was as Schema, is as Schema, audience, at)); // Subschemas.

  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[keyword], now[keyword]];
    if (NOTES.has(keyword) || JSON.stringify(was) === JSON.stringify(is)) continue;
    switch (keyword) {
      case 'enum':
      case 'const':
      case 'type':
        break;
      case 'properties':
        compareProperties(old, now, { add, recurse, path });
        break;
      case 'required':
        for (const key of keysOf(is, was)) add('breaking', 'is required now', `${path}.${key}`);
        for (const key of keysOf(was, is))
          if (key in Object(now['properties'])) add(WIDER.key[audience], 'may be missing now', `${path}.${key}`);
        break;
      case 'items':
      case 'additionalProperties':
      case 'propertyNames':
        recurse(was ?? true, is ?? true, `${path}[${keyword}]`);
        break;
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        compareLists(was, is, { keyword, audience, add, recurse, path });
        break;
      default:
        if (keyword in LIMITS && was !== undefined && is !== undefined) {
          const wider = Number(is) > Number(was) === LIMITS[keyword];
          add(wider ? 'additive' : 'breaking', `${keyword} is ${Number(is)} now, not ${Number(was)}`);
        } else
          add(
            is === undefined ? 'additive' : 'breaking',
            `${keyword} ${is === undefined ? 'is gone' : 'is new, or another'}`,
          );
    }
  }
  compareValues(old, now, { audience, add });
  return changes;
}

interface Comparison {
  readonly add: (verdict: Verdict, what: string, at?: string) => void;
  readonly recurse: (was: unknown, is: unknown, at: string) => void;
  readonly path: string;
}

function compareProperties(old: Keywords, now: Keywords, { add, recurse, path }: Comparison): void {
  const [was, is] = [Object(old['properties']) as Keywords, Object(now['properties']) as Keywords]; // Absent: none.
  for (const key of Object.keys(was)) {
    if (key in is) recurse(was[key], is[key], `${path}.${key}`);
    else add('breaking', 'is gone', `${path}.${key}`);
  }
  // That it is required is said where that is compared.
  for (const key of Object.keys(is))
    if (!(key in was) && keysOf([key], now['required']).length > 0) add('additive', 'is new', `${path}.${key}`);
}

function compareLists(
  was: unknown,
  is: unknown,
  { keyword, audience, add, recurse, path }: Comparison & { readonly keyword: string; readonly audience: Audience },
): void {
  const [before, after] = [listOf(was), listOf(is)];
  const gone = before.filter((text) => !after.includes(text));
  const fresh = after.filter((text) => !before.includes(text));
  const paired = Math.min(gone.length, fresh.length);
  for (let index = 0; index < paired; index++) {
    recurse(JSON.parse(gone[index] ?? ''), JSON.parse(fresh[index] ?? ''), `${path}[${keyword}]`);
  }
  // One more of `allOf` takes less, one more of the others takes more.
  const [less, more] = keyword === 'allOf' ? [fresh, gone] : [gone, fresh];
  if (less.length > paired) add('breaking', `takes less: ${keyword} has other parts`);
  if (more.length > paired)
    add(keyword === 'allOf' ? 'additive' : WIDER.value[audience], `takes more: ${keyword} has other parts`);
}

function compareValues(
  old: Keywords,
  now: Keywords,
  { audience, add }: Pick<Comparison, 'add'> & { readonly audience: Audience },
): void {
  const [values, newValues] = [valuesOf(old), valuesOf(now)];
  if (values !== undefined && newValues !== undefined) {
    for (const value of values) if (!newValues.includes(value)) add('breaking', `takes ${value} no more`);
    for (const value of newValues) if (!values.includes(value)) add(WIDER.value[audience], `takes ${value} now`);
  } else if (values === undefined && newValues !== undefined)
    add('breaking', `takes ${newValues.join(', ')} alone now`);
  else if (values !== undefined) add(WIDER.type[audience], 'takes any value of its type now');
  const [types, newTypes] = [typesOf(old), typesOf(now)];
  if (types !== undefined && (newTypes === undefined || newTypes.some((type) => !covers(types, type)))) {
    add(WIDER.type[audience], `may be ${newTypes?.join(' or ') ?? 'anything'} now, not ${types.join(' or ')} alone`);
  }
  if (newTypes !== undefined && (types === undefined || types.some((type) => !covers(newTypes, type)))) {
    add('breaking', `must be ${newTypes.join(' or ')} now, not ${types?.join(' or ') ?? 'anything'}`);
  }
}

type Keywords = { readonly [keyword: string]: unknown };

const keywordsOf = (schema: Schema): Keywords => (typeof schema === 'boolean' ? {} : schema);
const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : []);
const keysOf = (value: unknown, others: unknown): string[] => {
  const known = listOf(others);
  return listOf(value).flatMap((key) => (known.includes(key) ? [] : [String(JSON.parse(key))]));
};

function valuesOf(schema: Keywords): string[] | undefined {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  return 'enum' in schema ? listOf(schema['enum']) : undefined;
}

function typesOf({ type }: Keywords): string[] | undefined {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : undefined;
}
