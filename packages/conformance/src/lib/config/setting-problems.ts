import { closest } from '@idvkit/cli-kit';
import { at } from '@idvkit/json';

export type SettingPath = readonly (string | number)[];

export interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  /** Issues of each option of a union. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

/** A longer message, such as a list of 200 values, is replaced. */
const MAX_MESSAGE_LENGTH = 200;

export interface SettingProblem {
  readonly path: SettingPath;
  /** Path and problem, without values of the file. */
  readonly text: string;
}

export function settingProblems(
  issues: readonly SchemaIssue[],
  { value, schema }: { readonly value: unknown; readonly schema: unknown },
): readonly SettingProblem[] {
  return issues.flatMap((issue): readonly SettingProblem[] => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.keys === undefined) {
      return [{ path, text: `${written(path)} ${valueProblem(issue, at(value, ...path))}` }];
    }
    return issue.keys.map((key) => ({ path: [...path, key], text: unknownKey([...path, key], schema) }));
  });
}

/** Writes a path as it is typed: `receiver.listen`, `rules[2].expires`. */
export function written(path: SettingPath): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text === '' ? 'it' : text.replace(/^\./, '');
}

function unknownKey(path: SettingPath, schema: unknown): string {
  const known = settingNames(schema);
  const name = path.filter((step) => typeof step === 'string').join('.');
  const meant = known.find((other) => other.endsWith(`.${path.at(-1)}`)) ?? closest(name, known)[0];
  return `${written(path)} is not a setting${suggestion(meant)}`;
}

function valueProblem({ code, message, values = [], errors = [] }: SchemaIssue, value: unknown): string {
  if (code === 'invalid_type' && value === undefined) return 'is missing';
  if (message.length > MAX_MESSAGE_LENGTH) {
    return `is unknown${suggestion(closest(String(value), values.map(String))[0])}`;
  }
  const kinds = errors.flatMap(([first]) => /expected ([^,]+)/.exec(first?.message ?? '')?.[1] ?? []);
  if (kinds.length > 0) return `must be ${kinds.join(' or ')}`;
  // The messages of our own schemas continue the sentence already: `must be HOST:PORT`.
  return message
    .replace(/^Invalid (?:input|option): expected /, 'must be ')
    .replace(', received ', ', not ')
    .replace(/^Too/, 'is too')
    .replace(/^[A-Z]/, (first) => `is not valid: ${first}`);
}

function suggestion(meant: string | undefined): string {
  return meant === undefined ? '' : `. Did you mean ${meant}?`;
}

/** Returns the names of all settings of a schema: `receiver.listen`. */
function settingNames(schema: unknown, prefix = ''): readonly string[] {
  // An object of zod has its members as `shape`; other schemas may wrap one.
  const { shape, def } = schema as {
    readonly shape?: Readonly<Record<string, unknown>>;
    readonly def?: { readonly innerType?: unknown; readonly element?: unknown };
  };
  const inner = def?.innerType ?? def?.element;
  if (shape === undefined) return inner === undefined ? [] : settingNames(inner, prefix);
  return Object.entries(shape).flatMap(([key, member]) => [
    `${prefix}${key}`,
    ...settingNames(member, `${prefix}${key}.`),
  ]);
}
