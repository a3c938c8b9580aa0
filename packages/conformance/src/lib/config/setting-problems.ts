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
}

/** Something that is wrong with a file of settings. */
export interface SettingProblem {
  readonly path: SettingPath;
  /** Whether it is the key that is wrong, or what stands there. */
  readonly of: 'key' | 'value';
  /** Goes on after the path: `must be a string`. No value of the file in it. */
  readonly text: string;
}

/**
 * Says in plain words what is wrong with settings: one problem per unknown key, one per value that does not fit.
 *
 * @param schema Schema of the whole file: unknown keys are compared with those that it has.
 */
export function settingProblems(issues: readonly SchemaIssue[], schema: unknown): readonly SettingProblem[] {
  return issues.flatMap((issue): readonly SettingProblem[] => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') {
      return (issue.keys ?? []).map((key) => ({
        path: [...path, key],
        of: 'key',
        text: unknownKey(key, path, schema),
      }));
    }
    return [{ path, of: 'value', text: sentence(issue) }];
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

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function sentence({ code, expected, values, minimum, maximum, message }: SchemaIssue): string {
  if (code === 'invalid_type' && expected !== undefined) return `must be ${KINDS[expected] ?? expected}`;
  if (code === 'invalid_value' && values !== undefined) return `must be ${oneOf(values.map(String))}`;
  if (code === 'too_small' && minimum !== undefined) {
    return expected === 'string' || /string|character/i.test(message) ? 'must not be empty' : atLeast(minimum, message);
  }
  if (code === 'too_big' && maximum !== undefined) return `must be at most ${String(maximum)}`;
  if (code === 'invalid_union') return 'must be one of the kinds that the documentation lists';
  return /^[a-z]/.test(message) ? message : `is not valid: ${message}`;
}

function atLeast(minimum: number | bigint, message: string): string {
  return />=|least/.test(message) ? `must be at least ${String(minimum)}` : `must be more than ${String(minimum)}`;
}

function oneOf(values: readonly string[]): string {
  if (values.length === 1) return values[0] ?? '';
  return values.length > 24 ? 'one of the values that the documentation lists' : `one of ${values.join(', ')}`;
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
