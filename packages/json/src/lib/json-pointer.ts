import type { JsonPath } from './scan/json-scanner.ts';

/**
 * Reads a JSON pointer (RFC 6901): `/extra/identity_aml/acme/0`; the empty text is the whole body.
 * @throws {RangeError} if it does not begin with `/`, or has a `~` that is neither `~0` nor `~1`.
 */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new RangeError('A JSON pointer begins with "/"');
  if (/~(?![01])/.test(pointer)) throw new RangeError('"~" is written ~0 in a JSON pointer, and "/" in a key ~1');
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Writes a path as a JSON pointer. */
export function formatPointer(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** True if a pointer names this very path. A number of the pointer names an element as well as a key of that name. */
export function isAt(pointer: readonly string[], path: JsonPath): boolean {
  return pointer.length === path.length && pointer.every((step, index) => step === String(path[index]));
}
