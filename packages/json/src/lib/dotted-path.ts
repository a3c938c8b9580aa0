import { at } from './at.ts';
import { EACH, edited } from './edited.ts';

/**
 * Returns a copy of a document with other values at a path, as {@link edited} does.
 *
 * @param path Keys and indices joined by dots; `*` stands for every one. Empty: the document.
 *
 * @example
 * replaceAt(document, 'extra.ekyc.liveness.attempts.*.message', () => 'blurred')
 */
export function replaceAt<Document>(document: Document, path: string, change: (value: unknown) => unknown): Document {
  const steps = stepsOf(path).map((step) => (step === '*' ? EACH : step));
  // A copy with other values in it: its type is as good as the changes are.
  return edited(document, steps, change) as Document;
}

/** Returns a copy of a document without what is at a path. @see {@link replaceAt} */
export function removeAt<Document>(document: Document, path: string): Document {
  return replaceAt(document, path, () => undefined);
}

/** Returns the value at a path of keys and indices joined by dots; `undefined` if the path ends early. */
export function readAt(document: unknown, path: string): unknown {
  return at(document, ...stepsOf(path));
}

function stepsOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('.');
}
