import type { HitPath, HitShape } from '@idvkit/schema/formats';

/** The paths of a shape, found by their steps. Paths that were not told apart have no steps and are left out. */
export class ShapePaths extends Map<string, HitPath> {
  constructor({ paths }: HitShape) {
    super(paths.flatMap((path) => (path.steps ? [[keyOf(path.steps), path]] : [])));
  }

  /** Returns the path of the container that a path is in. */
  parentOf({ steps = [] }: HitPath): HitPath | undefined {
    return steps.length === 0 ? undefined : this.get(keyOf(steps.slice(0, -1)));
  }

  /** Returns in which share of the objects a member is. `undefined` for a hit itself and for elements of arrays. */
  presenceOf(path: HitPath): number | undefined {
    const objects = path.steps?.at(-1) === null ? 0 : (this.parentOf(path)?.objects ?? 0);
    return objects === 0 ? undefined : objectsWith(path) / objects;
  }
}

/** Returns the key of a path: containers sort before what is in them. */
function keyOf(steps: readonly (string | null)[]): string {
  return JSON.stringify(steps).slice(0, -1);
}

/** Writes a share in percent. A share below 1 is never written as 100 %. */
export function percent(share: number): string {
  return `${share > 0.99 && share < 1 ? 99 : Math.round(share * 100)} %`;
}

/** Returns the types that were seen at a path, as JSON Schema calls them. */
export function typesOf(path: HitPath): string[] {
  const counts = {
    object: path.objects,
    array: path.arrays,
    string: path.strings,
    integer: path.numbers === path.integers ? path.integers : 0,
    number: path.numbers === path.integers ? 0 : path.numbers,
    boolean: path.booleans,
    null: path.nulls,
  };
  return Object.entries(counts).flatMap(([type, count]) => (count > 0 ? [type] : []));
}

/** Returns how many values were seen at a path. */
export function timesSeen(path: HitPath): number {
  return path.objects + path.arrays + path.strings + path.numbers + path.booleans + path.nulls;
}

/** Returns how many objects have the member that is at a path. */
export function objectsWith(path: HitPath): number {
  return timesSeen(path) - path.duplicateKeys;
}
