import { LineCounter, parseDocument, isMap, isPair, isScalar, type Document, type Node } from 'yaml';

/** Where something stands in a file, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Keys and indices from the root of a document. */
export type SettingPath = readonly (string | number)[];

/** A file of settings that was read: what it holds, and where. */
export interface SourceDocument {
  readonly value: unknown;
  /** Where the value at a path stands, or the key that leads to it; undefined where that is not known. */
  readonly positionOf: (path: SettingPath, of?: 'key' | 'value') => Position | undefined;
}

/** A file that does not parse. */
export class SourceSyntaxError extends Error {
  readonly position: Position | undefined;

  constructor(message: string, position?: Position) {
    super(message);
    this.name = 'SourceSyntaxError';
    this.position = position;
  }
}

/**
 * Reads JSON or YAML.
 *
 * @throws {SourceSyntaxError} if it does not parse; its message has no text of the file in it.
 */
export function readDocument(text: string, language: 'json' | 'yaml'): SourceDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true, uniqueKeys: true });
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined)
    throw new SourceSyntaxError(SYNTAX[error.code] ?? 'it does not parse', positionAt(error.pos[0]));
  // YAML takes more than JSON does: comments, for instance, and commas at the end.
  if (language === 'json' && !isJson(text))
    throw new SourceSyntaxError('it is not valid JSON', jsonErrorPosition(text));
  return {
    value: document.toJS({ maxAliasCount: 100 }),
    positionOf: (path, of = 'value') => {
      const offset = nodeAt(document, path, of)?.range?.[0];
      return offset === undefined ? undefined : positionAt(offset);
    },
  };
}

const SYNTAX: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'a key is given twice',
  BAD_INDENT: 'something is indented wrongly',
  TAB_AS_INDENT: 'it is indented with tabs',
  MISSING_CHAR: 'a character is missing',
  UNEXPECTED_TOKEN: 'something is not expected there',
  MULTIPLE_DOCS: 'it holds more than one document',
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function jsonErrorPosition(text: string): Position | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const offset = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (offset === undefined) return undefined;
    const before = text.slice(0, Number(offset)).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
  return undefined;
}

function nodeAt(document: Document, path: SettingPath, of: 'key' | 'value'): Node | undefined {
  const key = path.at(-1);
  if (of === 'key' && key !== undefined) {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      : undefined;
    return isScalar(pair?.key) ? pair.key : undefined;
  }
  // `getIn` gives nodes where it is asked to keep them.
  return document.getIn(path, true) as Node | undefined;
}
