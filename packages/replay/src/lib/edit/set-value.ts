import { parsePointer } from '@idvkit/json';

export interface SetValue {
  readonly pointer: string;
  readonly text: string;
}

/**
 * Reads `/application/status=expired` or `/extra/ekyc/face_compare/score=59.5`. A value that is not JSON is taken as a string; to
 * give a string that is JSON, write its quotes: `/answers/nid/value="1101700203450"`.
 *
 * @throws {RangeError} if there is no `=`, or no JSON pointer before it.
 */
export function parseSetValue(argument: string): SetValue {
  const [, pointer, value] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
  if (pointer === undefined || value === undefined) throw new RangeError('A value is set as /path=value');
  return toSetValue(pointer, value);
}

/** Sets the value at a JSON pointer to what a person typed: JSON, or else a string. @throws {RangeError} if it is not a pointer. */
export function toSetValue(pointer: string, value: string): SetValue {
  if (parsePointer(pointer).length === 0) throw new RangeError('A value is set as /path=value');
  return { pointer, text: toJsonText(value) };
}

function toJsonText(value: string): string {
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
}

/** Finds two values of which one is within the other. @returns Their pointers, the outer first. */
export function findOverlap(values: readonly SetValue[]): readonly [outer: string, inner: string] | undefined {
  for (const [index, { pointer }] of values.entries()) {
    const other = values.find((value, at) => at !== index && `${value.pointer}/`.startsWith(`${pointer}/`));
    if (other) return [pointer, other.pointer];
  }
  return undefined;
}
