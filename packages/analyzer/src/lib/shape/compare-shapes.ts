import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { compareTexts } from '../collect/compare-texts.ts';
import { objectsWith, timesSeen, typesOf } from './hit-json-schema.ts';

/** Values that it takes to tell a change of presence or size from chance. */
const MIN_VALUES = 20;
/** Difference of presence, as a share of the objects that could have the member, which is worth telling. */
const MIN_PRESENCE_CHANGE = 0.1;
/** Factor between mean sizes which is worth telling. */
const MIN_SIZE_FACTOR = 2;

/** What is different about one path between two shapes. */
export interface ShapeChange {
  readonly path: string;
  /**
   * `added`, `removed`: the path was not there before, or is not any more. `types`: other types. `presence`: it is there more
   * or less often. `bytes`, `elements`: values, or arrays, are at least twice or at most half as large on average.
   */
  readonly kind: 'added' | 'removed' | 'types' | 'presence' | 'bytes' | 'elements';
  /** To be read; empty where the path was not there. */
  readonly before: string;
  readonly after: string;
}

/**
 * Compares two shapes of hits: what changed in a provider's output. What could be chance, because few values were seen, is
 * not told, but for paths and types that were never seen before.
 *
 * @returns Changes in the order of paths; none where the shapes are alike.
 *
 * @example
 * compareShapes(readHitShape(lastMonth), shape) // [{ path: 'doc.aka[].name', kind: 'types', before: 'string', … }]
 */
export function compareShapes(before: HitShape, after: HitShape): ShapeChange[] {
  const [old, now] = [byPath(before), byPath(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareTexts);
  return paths.flatMap((key): ShapeChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was === undefined && is) return isPartOfChange(is, old) ? [] : [change('added', is, '', describe(is, now))];
    if (is === undefined && was)
      return isPartOfChange(was, now) ? [] : [change('removed', was, describe(was, old), '')];
    return was && is ? changesOf(was, is, presenceIn(was, old), presenceIn(is, now)) : [];
  });
}

type Paths = ReadonlyMap<string, HitPath>;

function byPath({ paths }: HitShape): Paths {
  return new Map(paths.flatMap((path) => (path.steps ? [[JSON.stringify(path.steps).slice(0, -1), path]] : [])));
}

function parentIn(path: HitPath, paths: Paths): HitPath | undefined {
  return paths.get(JSON.stringify(path.steps?.slice(0, -1) ?? []).slice(0, -1));
}

/** Whether the container is not in the other shape either: then it is enough to tell of that. */
function isPartOfChange(path: HitPath, others: Paths): boolean {
  return (path.steps?.length ?? 0) > 0 && parentIn(path, others) === undefined;
}

function changesOf(was: HitPath, is: HitPath, presenceBefore: number, presenceAfter: number): ShapeChange[] {
  const found: ShapeChange[] = [];
  const [typesBefore, typesAfter] = [typesOf(was).join(' | '), typesOf(is).join(' | ')];
  if (typesBefore !== typesAfter) found.push(change('types', is, typesBefore, typesAfter));
  if (Math.min(timesSeen(was), timesSeen(is)) < MIN_VALUES) return found;
  const wasAlways = presenceBefore >= 1;
  const isAlways = presenceAfter >= 1;
  if (wasAlways !== isAlways || Math.abs(presenceAfter - presenceBefore) >= MIN_PRESENCE_CHANGE) {
    found.push(change('presence', is, percent(presenceBefore), percent(presenceAfter)));
  }
  const bytes = [was.bytes / timesSeen(was), is.bytes / timesSeen(is)] as const;
  if (areFarApart(...bytes)) found.push(change('bytes', is, `${Math.round(bytes[0])} B`, `${Math.round(bytes[1])} B`));
  const elements = [was.elements / was.arrays, is.elements / is.arrays] as const;
  if (Math.min(was.arrays, is.arrays) >= MIN_VALUES && areFarApart(...elements)) {
    found.push(change('elements', is, elements[0].toFixed(1), elements[1].toFixed(1)));
  }
  return found;
}

/** Share of the objects, or arrays with elements, that have it; 1 for a hit itself and for elements. */
function presenceIn(path: HitPath, paths: Paths): number {
  const objects = path.steps?.at(-1) === null ? 0 : (parentIn(path, paths)?.objects ?? 0);
  return objects === 0 ? 1 : objectsWith(path) / objects;
}

function describe(path: HitPath, paths: Paths): string {
  return `${typesOf(path).join(' | ')}, in ${percent(presenceIn(path, paths))}`;
}

function percent(share: number): string {
  // What is not quite always there must not look as if it were.
  return `${share > 0.99 && share < 1 ? 99 : Math.round(share * 100)} %`;
}

function areFarApart(before: number, after: number): boolean {
  return Math.max(before, after) > 0 && Math.max(before, after) >= MIN_SIZE_FACTOR * Math.min(before, after);
}

function change(kind: ShapeChange['kind'], { path }: HitPath, before: string, after: string): ShapeChange {
  return { path, kind, before, after };
}
