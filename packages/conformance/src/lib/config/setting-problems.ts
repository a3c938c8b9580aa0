import { at } from '@idvkit/json';

import { closest } from './closest.ts';
import type { SettingPath } from './source-document.ts';

/** What a schema says is wrong, as zod gives it. */
export interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
  /** What each kind of a union says is wrong. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

/** Something that is wrong with a file of settings. */
export interface SettingProblem {
  readonly path: SettingPath;
  /** Whether it is the key that is wrong, or what stands there. */
  readonly of: 'key' | 'value';
  /** Goes on after the path: `must be a string`. No value of the file in it. */
  readonly text: string;
}

/** A file of settings and what it should hold. */
export interface Settings {
  readonly value: unknown;
  /** Schema of the whole file: unknown keys are compared with those that it has. */
  readonly schema: unknown;
}

/** Says in plain words what is wrong with settings: one problem per unknown key, one per value that does not fit. */
export function settingProblems(
  issues: readonly SchemaIssue[],
  { value, schema }: Settings,
): readonly SettingProblem[] {
  return issues.flatMap((issue): readonly SettingProblem[] => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') {
      return (issue.keys ?? []).map((key) => ({
        path: [...path, key],
        of: 'key',
        text: unknownKey(key, path, schema),
      }));
    }
    return [{ path, of: 'value', text: sentence(issue, at(value, ...path)) }];
  });
}

function unknownKey(key: string, path: SettingPath, schema: unknown): string {
  const known = keysAt(schema, path);
  const [meant] = closest(key, known);
  if (meant !== undefined) return `is no setting; did you mean ${written([...path, meant])}?`;
  const elsewhere = pathsOf(schema).find((other) => other.at(-1) === key);
  if (elsewhere !== undefined) return `is no setting here; it belongs to ${written(elsewhere)}`;
  return known.length > 0 && known.length <= 8 ? `is no setting; there is ${known.join(', ')}` : 'is no setting';
}

/** A path as one writes it: `receiver.listen`, `rules[2].expires`. */
export function written(path: SettingPath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text === '' ? '' : '.'}${step}`),
    '',
  );
}

/** A list of more values than this helps nobody. */
const MANY = 24;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function sentence(issue: SchemaIssue, value: unknown): string {
  const { code, message, format } = issue;
  if (code === 'invalid_type' && value === undefined) return 'is missing';
  if (code === 'invalid_value' && (issue.values?.length ?? 0) > MANY) {
    const [meant] = typeof value === 'string' ? closest(value, (issue.values ?? []).map(String)) : [];
    return `is none of those that there are${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }
  const wish = wishOf(issue);
  if (wish !== undefined) return `must be ${wish}`;
  if (code === 'too_small') return atLeast(issue);
  if (code === 'too_big') return `must be at most ${String(issue.maximum)}`;
  if (code === 'invalid_format' && format === 'date') return 'must be a day that exists, such as 2026-12-31';
  return /^[a-z]/.test(message) ? message : `is not valid: ${message}`;
}

/** What should stand there, where that can be said in a few words. */
function wishOf({ code, expected, values = [], errors = [] }: SchemaIssue): string | undefined {
  if (code === 'invalid_type' && expected !== undefined) return KINDS[expected] ?? expected;
  if (code === 'invalid_value') return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
  if (code !== 'invalid_union') return undefined;
  const wishes = errors.map((issues) => (issues[0] === undefined ? undefined : wishOf(issues[0])));
  return wishes.includes(undefined) ? undefined : [...new Set(wishes)].join(' or ');
}

function atLeast({ minimum, message }: SchemaIssue): string {
  if (/string|character/i.test(message)) return 'must not be empty';
  return />=|least/.test(message) ? `must be at least ${String(minimum)}` : `must be more than ${String(minimum)}`;
}

/** What is read of a schema: zod's objects show their members as `shape`, wrappers what they wrap as `def.innerType`. */
interface SchemaLike {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly def?: { readonly innerType?: unknown; readonly element?: unknown };
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  let here = schema;
  while (typeof here === 'object' && here !== null) {
    // Only members that are looked for are read, and each may be absent.
    const { shape, def } = here as SchemaLike;
    if (shape !== undefined) return shape;
    here = def?.innerType ?? def?.element;
  }
  return {};
}

function keysAt(schema: unknown, path: SettingPath): readonly string[] {
  let here = schema;
  for (const step of path) if (typeof step === 'string') here = shapeOf(here)[step];
  return Object.keys(shapeOf(here)).filter((key) => !key.startsWith('$'));
}

function pathsOf(schema: unknown, path: SettingPath = []): readonly SettingPath[] {
  return Object.entries(shapeOf(schema)).flatMap(([key, member]) => [
    [...path, key],
    ...pathsOf(member, [...path, key]),
  ]);
}
