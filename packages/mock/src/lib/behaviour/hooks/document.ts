/** A JSON document, or part of one, that may also hold what {@link JsonStream} stands for. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An array too large to be held: its JSON text, brackets included, comes in chunks each time it is asked for. */
export class JsonStream {
  readonly chunks: () => Iterable<string>;

  constructor(chunks: () => Iterable<string>) {
    this.chunks = chunks;
  }
}

type Step = string | number;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonStream);
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
  return replace(document, path.split('.'), change) as Document;
}

/** Removes what is at `path`, in a copy. @see {@link replaceAt} */
export function removeAt<Document>(document: Document, path: string): Document {
  return replaceAt(document, path, () => undefined);
}

/** Reads what is at `path`: keys and indices joined by dots, no `*`. `undefined` where nothing is. */
export function readAt(document: unknown, path: string): unknown {
  let value = document;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function replace(value: unknown, path: readonly Step[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) =>
      step === '*' || Number(step) === index ? replace(element, rest, change) : element,
    );
  }
  if (!isObject(value)) return value;
  const present = step === '*' || Object.hasOwn(value, step);
  if (!present && rest.length > 0) return value;
  const entries = present ? Object.entries(value) : [...Object.entries(value), [String(step), undefined] as const];
  return Object.fromEntries(
    entries
      .map(([key, old]) => [key, step === '*' || key === step ? replace(old, rest, change) : old] as const)
      .filter(([, replaced]) => replaced !== undefined),
  );
}
