/**
 * Finds the texts at a path within a hit; numbers and flags as they are written.
 *
 * @param hit JSON text of the hit.
 * @param path Keys joined by dots, `[]` for the elements of an array: `doc.aka[].name`.
 * @throws {SyntaxError} if the hit is no JSON.
 */
export function hitTexts(hit: Uint8Array, path: string): readonly string[] {
  const text = Buffer.from(hit.buffer, hit.byteOffset, hit.length).toString();
  return [...textsAt(JSON.parse(text) as unknown, stepsOf(path))];
}

/** Splits a path into keys, with `[]` for the elements of an array. */
export function stepsOf(path: string): readonly string[] {
  return path.split('.').flatMap((step) => {
    const key = step.replace(/(?<!\[\])(?:\[\])+$/, '');
    const arrays = Array<string>((step.length - key.length) / 2).fill('[]');
    return key === '' ? arrays : [key, ...arrays];
  });
}

/** Finds the texts at the steps of a path within a value. */
export function* textsAt(value: unknown, steps: readonly string[]): Generator<string> {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') yield String(value);
  } else if (step === '[]') {
    if (Array.isArray(value)) for (const element of value) yield* textsAt(element, rest);
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    yield* textsAt((value as Record<string, unknown>)[step], rest);
  }
}
