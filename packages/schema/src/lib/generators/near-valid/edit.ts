/** A place in a JSON document. */
export type Path = readonly (string | number)[];

/** The value at a place; undefined where there is none. */
export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isContainer(value) ? value[key] : undefined), document);
}

/** A copy of a document with another value at a place, all before the last of which must be there. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  return edited(document, path, (parent, key) => {
    parent[key] = value;
  });
}

/** A copy of a document without what is at a place. */
export function without(document: unknown, path: Path): unknown {
  return edited(document, path, (parent, key) => {
    delete parent[key];
  });
}

type Container = Record<string | number, unknown>;

function edited(document: unknown, path: Path, edit: (parent: Container, key: string | number) => void): unknown {
  const copy: unknown = structuredClone(document);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (!isContainer(parent) || key === undefined) throw new Error(`Nothing to edit at ${path.join('/')}`);
  edit(parent, key);
  return copy;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
