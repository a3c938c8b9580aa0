import { CliError, readBytes, cannot } from '@idvkit/cli-kit';
import { parseJson } from '@idvkit/json';
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';

import { settingProblems, type SchemaIssue, type SettingPath } from './setting-problems.ts';

export interface SettingsSource {
  readonly what: string;
  readonly code: string;
  readonly file: string;
  readonly fix: string;
}

export interface SettingsContent {
  readonly value: unknown;
  readonly positionOf: (path: SettingPath) => Position | undefined;
}

interface Position {
  readonly line: number;
  readonly col: number;
}

interface SettingsSchema<Settings> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Settings }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

export function unusableSettings({ what, file, code, fix }: SettingsSource, problems: readonly string[]): CliError {
  const [first = 'it is empty'] = problems;
  const state = problems.length > 1 ? `it has ${problems.length} problems` : first;
  return new CliError({
    code,
    message: `Cannot use the ${what} "${file}": ${state}${state.endsWith('?') ? '' : '.'}`,
    fix,
    details: problems.length > 1 ? problems : [],
  });
}

/** Reads a JSON or YAML file. @throws {CliError} without text of the file. */
export async function readSettingsFile(path: string, source: SettingsSource): Promise<SettingsContent> {
  const text = await readText(path, source);
  const lines = new LineCounter();
  // Its own search for equal keys takes the square of their number.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const unusable = (offset: number, state: string): CliError =>
    unusableSettings(source, [placed(lines.linePos(offset), state)]);
  const [error] = document.errors;
  if (error !== undefined) throw unusable(error.pos[0], SYNTAX[error.code] ?? 'it does not parse');
  const repeated = repeatedKey(document);
  if (repeated !== undefined) throw unusable(repeated, 'a key is given twice');
  if (path.endsWith('.json')) {
    // YAML allows more than JSON does: comments, and a comma at the end.
    const parsed = parseJson(Buffer.from(text), { maxBytes: Infinity });
    if (!parsed.ok) throw unusable(parsed.fault.byte, 'it is not valid JSON');
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
    JSON.stringify(value);
  } catch {
    throw unusable(0, 'its aliases refer to each other, or repeat too much');
  }
  return {
    value,
    positionOf: (path) => {
      const offset = offsetOf(document, path);
      return offset === undefined ? undefined : lines.linePos(offset);
    },
  };
}

/** Validates settings. @throws {CliError} with a line for each problem. */
export function validSettings<Settings>(
  schema: SettingsSchema<Settings>,
  { value, positionOf }: SettingsContent,
  source: SettingsSource,
): Settings {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = settingProblems(result.error.issues, { value, schema })
    .map(({ path, text }) => ({ position: positionOf(path), text }))
    .toSorted((one, other) => (one.position?.line ?? 0) - (other.position?.line ?? 0))
    .map(({ position, text }) => placed(position, text));
  throw unusableSettings(source, problems);
}

/** Puts a position in front of a text: `line 3, column 5: it is indented with tabs`. */
export function placed(position: Position | undefined, text: string): string {
  return position === undefined ? text : `line ${position.line}, column ${position.col}: ${text}`;
}

async function readText(path: string, { what, file }: SettingsSource): Promise<string> {
  const code = `${what === 'configuration' ? 'config' : what}-unreadable`;
  const unusable = cannot(code, `read the ${what} "${file}"`, 'Name a file that exists and that you may read.');
  return (await readBytes(path, { cwd: '' }, unusable)).toString();
}

const SYNTAX: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation is wrong',
  TAB_AS_INDENT: 'it is indented with tabs',
  MISSING_CHAR: 'a character is missing',
  UNEXPECTED_TOKEN: 'a character is not expected here',
  MULTIPLE_DOCS: 'it holds more than one document',
};

/** Returns where a key is that its map has already. */
function repeatedKey(document: Document): number | undefined {
  const repeated: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) repeated.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return repeated[0];
}

function offsetOf(document: Document, path: SettingPath): number | undefined {
  if (path.length === 0) return document.contents?.range?.[0];
  const above = path.slice(0, -1);
  const parent = document.getIn(above, true);
  const keys = isMap(parent) ? parent.items.map(({ key }) => key) : [];
  const node = keys.find((key) => isScalar(key) && key.value === path.at(-1)) ?? document.getIn(path, true);
  return (isNode(node) ? node.range?.[0] : undefined) ?? offsetOf(document, above);
}
