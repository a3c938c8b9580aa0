import { at, EACH, edited, type EditPath } from '@idvkit/json';

/** An array too large to be held: its JSON text, brackets included, comes in chunks each time it is asked for. */
export class JsonStream {
  readonly chunks: () => Iterable<string>;

  constructor(chunks: () => Iterable<string>) {
    this.chunks = chunks;
  }
}

/**
 * Replaces what is at `path`, in a copy.
 *
 * @param path Keys and array indices joined by dots; `*` stands for every element or key. What is not there stays away,
 *   but for the last key of an object that is there: it is added.
 * @param change Makes the new value from the old one; `undefined` removes the key.
 *
 * @example
 * replaceAt(document, 'extra.ekyc.liveness.attempts.*.message', () => 'blurred')
 */
export function replaceAt<Document>(document: Document, path: string, change: (value: unknown) => unknown): Document {
  // A copy with other values in it: its type is as good as the changes are.
  return edited(document, pathOf(path), change) as Document;
}

/** Removes what is at `path`, in a copy. @see {@link replaceAt} */
export function removeAt<Document>(document: Document, path: string): Document {
  return replaceAt(document, path, () => undefined);
}

/** Reads what is at `path`: keys and indices joined by dots, no `*`. `undefined` where nothing is. */
export function readAt(document: unknown, path: string): unknown {
  return at(document, ...path.split('.'));
}

function pathOf(text: string): EditPath {
  return text.split('.').map((step) => (step === '*' ? EACH : step));
}
