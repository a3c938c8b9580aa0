import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { foldHitPaths } from '../collect/shape-totals.ts';
import { keysOf, type PathNode, type Step } from '../scan/fold-maps.ts';

/** An object with more keys, each of them in few of the objects, is shown as a map. */
const MAX_KEYS = 32;
const MIN_PRESENCE = 0.5;

/** The paths of a shape, found by their steps. Paths that were not told apart have no steps and are left out. */
export class ShapePaths extends Map<string, HitPath> {
  constructor({ paths }: HitShape) {
    super(paths.flatMap((path) => (path.steps ? [[keyOf(path.steps), path]] : [])));
  }

  /** Returns the path of the container that a path is in. */
  parentOf({ steps = [] }: HitPath): HitPath | undefined {
    return steps.length === 0 ? undefined : this.get(keyOf(steps.slice(0, -1)));
  }

  /** Returns in which share of the objects a member is. `undefined` for a hit itself, elements of arrays and members of maps. */
  presenceOf(path: HitPath): number | undefined {
    const objects = typeof path.steps?.at(-1) !== 'string' ? 0 : (this.parentOf(path)?.objects ?? 0);
    return objects === 0 ? undefined : objectsWith(path) / objects;
  }
}

/** Returns the key of a path: containers sort before what is in them. */
function keyOf(steps: readonly Step[]): string {
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

/** Returns a shape in which objects that look like maps are maps: many keys, each of them rare, and values of one kind. */
export function foldShape(shape: HitShape): HitShape {
  return { ...shape, paths: foldHitPaths(shape.paths, looksLikeMap) };
}

/** Folds two shapes alike: what is a map in one of them, or looks like one in both together, is a map in both. */
export function foldAlike(a: HitShape, b: HitShape): readonly [HitShape, HitShape] {
  const both = foldHitPaths([...a.paths, ...b.paths], looksLikeMap);
  const maps = new Set(both.flatMap(({ steps }) => (steps?.at(-1) === true ? [keyOf(steps.slice(0, -1))] : [])));
  const fold = (shape: HitShape): HitShape => ({
    ...shape,
    paths: foldHitPaths(shape.paths, ({ steps }) => maps.has(keyOf(steps))),
  });
  return [fold(a), fold(b)];
}

function looksLikeMap(node: PathNode<HitPath>): boolean {
  const keys = keysOf(node);
  if (keys <= MAX_KEYS) return false;
  const members = [...node.inner].flatMap(([step, { counts }]) => (step !== null && counts ? [counts] : []));
  const seen = members.reduce((sum, member) => sum + objectsWith(member), 0);
  const kinds = new Set(members.flatMap((member) => typesOf(member).filter((type) => type !== 'null')));
  if (kinds.has('integer')) kinds.delete('number');
  return kinds.size <= 1 && seen < MIN_PRESENCE * keys * (node.counts?.objects ?? 0);
}
