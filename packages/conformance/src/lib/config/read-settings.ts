import { readFile } from 'node:fs/promises';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import { settingProblems, written, type SchemaIssue } from './setting-problems.ts';
import { SettingsError } from './settings-error.ts';
import {
  readDocument,
  SourceSyntaxError,
  type Position,
  type SettingPath,
  type SourceDocument,
} from './source-document.ts';

/** The part of a zod schema that reading needs. */
export interface SettingsSchema<Settings> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Settings }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** What is read, for messages. */
export interface SettingsSource {
  /** `configuration`, `baseline`. */
  readonly what: string;
  /** Code of the error where the content cannot be used: `config-invalid`. */
  readonly code: string;
  /** As the user knows it. */
  readonly file: string;
  /** What to do where the content is wrong. */
  readonly fix: string;
}

/**
 * Reads a JSON or YAML file.
 *
 * @throws {CliError} if it cannot be read or does not parse.
 */
export async function readSettingsFile(path: string, source: SettingsSource): Promise<SourceDocument> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError({
      code: `${source.what === 'configuration' ? 'config' : source.what}-unreadable`,
      message: `Cannot read the ${source.what} "${source.file}": ${systemErrorState(cause)}.`,
      fix: 'Name a file that exists and may be read.',
      cause,
    });
  }
  try {
    return readDocument(text, path.endsWith('.json') ? 'json' : 'yaml');
  } catch (cause) {
    if (!(cause instanceof SourceSyntaxError)) throw cause;
    throw new SettingsError({ ...source, problems: [`${place(cause.position)}${cause.message}`], cause });
  }
}

/**
 * Validates settings.
 *
 * @param positionOf Where in the file something stands, if that is known.
 * @throws {SettingsError} if they do not fit the schema: a line per problem, with path and position.
 */
export function validSettings<Settings>(
  schema: SettingsSchema<Settings>,
  value: unknown,
  source: SettingsSource,
  positionOf: SourceDocument['positionOf'] = () => undefined,
): Settings {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = settingProblems(result.error.issues, { value, schema })
    .map(({ path, of, text }) => ({ path, text, position: nearest(positionOf, path, of) }))
    .toSorted((one, other) => (one.position?.line ?? 0) - (other.position?.line ?? 0))
    .map(({ path, text, position }) => `${place(position)}${path.length === 0 ? 'it' : written(path)} ${text}`);
  throw new SettingsError({ ...source, problems });
}

/** Where something stands, or what it is missing from. */
function nearest(
  positionOf: SourceDocument['positionOf'],
  path: SettingPath,
  of: 'key' | 'value',
): Position | undefined {
  const own = positionOf(path, of);
  return own !== undefined || path.length === 0 ? own : nearest(positionOf, path.slice(0, -1), 'value');
}

/** `line 3, column 5: `, or nothing where the position is not known. */
export function place(position: Position | undefined): string {
  return position === undefined ? '' : `line ${position.line}, column ${position.column}: `;
}
