import { objectAt, type JsonPath } from '@idvkit/json';

/** A number as its JSON text has it: `1.0` and `1e0` are other ids than `1`, and a long one is not rounded. */
class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Finds the texts at a path within a hit; numbers and flags as they are written.
 *
 * @param hit JSON text of the hit.
 * @param path Keys joined by dots, `[]` for the elements of an array: `doc.aka[].name`.
 * @throws {SyntaxError} if the hit is not JSON.
 */
export function hitTexts(hit: Uint8Array, path: string): readonly string[] {
  const text = Buffer.from(hit.buffer, hit.byteOffset, hit.length).toString();
  return writtenTexts(JSON.parse(text), text, stepsOf(path));
}

/** Finds the texts at the steps of a path within a value; numbers as they are written in its JSON text. */
export function writtenTexts(value: unknown, json: string, steps: readonly string[]): readonly string[] {
  const found = [...valuesAt(value, steps)];
  // To keep all numbers as they are written takes several times as long.
  const hasNumber = found.some(([each]) => typeof each === 'number');
  const exact = hasNumber ? [...valuesAt(parseWritten(json), steps)] : found;
  return exact.map(([each]) => (each instanceof WrittenNumber ? each.text : String(each)));
}

/** Finds the texts at the steps of a path within a value: of numbers, those that the language writes. */
export function textsAt(value: unknown, steps: readonly string[]): readonly string[] {
  return placedTextsAt(value, steps).map(({ text }) => text);
}

/** The same with the path to each text: keys and indices. */
export function placedTextsAt(
  value: unknown,
  steps: readonly string[],
): readonly { readonly text: string; readonly path: JsonPath }[] {
  return [...valuesAt(value, steps)].map(([found, path]) => ({ text: String(found), path }));
}

function parseWritten(json: string): unknown {
  const keepNumber = (_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined ? new WrittenNumber(source) : value;
  return JSON.parse(json, keepNumber) as unknown;
}

/** The end of a step that names elements of an array. */
const ELEMENTS = /^\[(?:[^[\]=]+=[^[\]]*)?\]$/;

/** Splits a path into keys, with `[]` for the elements of an array, and `[tag=x]` for those of its objects whose `tag` is `x`. */
export function stepsOf(path: string): readonly string[] {
  return path.split('.').flatMap((step) => {
    const elements: string[] = [];
    let key = step;
    for (
      let start = key.lastIndexOf('[');
      start >= 0 && ELEMENTS.test(key.slice(start));
      start = key.lastIndexOf('[')
    ) {
      elements.unshift(key.slice(start));
      key = key.slice(0, start);
    }
    return key === '' ? elements : [key, ...elements];
  });
}

/** Finds the texts, numbers and flags at the steps of a path within a value. */
function* valuesAt(value: unknown, steps: readonly string[], path: JsonPath = []): Generator<[unknown, JsonPath]> {
  const [step, ...rest] = steps;
  if (step === undefined) {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isText || value instanceof WrittenNumber) yield [value, path];
  } else if (step.startsWith('[') && Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      if (isChosen(element, step)) yield* valuesAt(element, rest, [...path, index]);
    }
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    yield* valuesAt((value as Record<string, unknown>)[step], rest, [...path, step]); // It has the key.
  }
}

function isChosen(element: unknown, step: string): boolean {
  const [, key, wanted] = /^\[([^=]+)=(.*)\]$/.exec(step) ?? [];
  return key === undefined || String(objectAt(element)?.[key]) === wanted;
}
