import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';
import { foldAlike, percent, ShapePaths, timesSeen, typesOf } from './shape-paths.ts';

/** Values that it takes to tell a change of presence or size from chance. */
const MIN_VALUES = 20;
/** Difference of presence, as a share of the objects that could have the member, which is worth telling. */
const MIN_PRESENCE_CHANGE = 0.1;
/** Factor between mean sizes which is worth telling. */
const MIN_SIZE_FACTOR = 2;

/** A difference of one path between two shapes. */
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
  const [foldedBefore, foldedAfter] = foldAlike(before, after);
  const [old, now] = [new ShapePaths(foldedBefore), new ShapePaths(foldedAfter)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(compareTexts);
  return keys.flatMap((key): ShapeChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was && is) return changesOf(was, is, [old.presenceOf(was) ?? 1, now.presenceOf(is) ?? 1]);
    if (is) return isPartOfChange(is, old) ? [] : [change('added', is, ['', describe(is, now)])];
    return was && !isPartOfChange(was, now) ? [change('removed', was, [describe(was, old), ''])] : [];
  });
}

/** Returns true if the other shape lacks the container, too: then only the change of the container is reported. */
function isPartOfChange(path: HitPath, others: ShapePaths): boolean {
  return (path.steps?.length ?? 0) > 0 && others.parentOf(path) === undefined;
}

function changesOf(
  was: HitPath,
  is: HitPath,
  [presenceBefore, presenceAfter]: readonly [before: number, after: number],
): ShapeChange[] {
  const found: ShapeChange[] = [];
  const [typesBefore, typesAfter] = [typesOf(was).join(' | '), typesOf(is).join(' | ')];
  if (typesBefore !== typesAfter) found.push(change('types', is, [typesBefore, typesAfter]));
  if (Math.min(timesSeen(was), timesSeen(is)) < MIN_VALUES) return found;
  const wasAlways = presenceBefore >= 1;
  const isAlways = presenceAfter >= 1;
  if (wasAlways !== isAlways || Math.abs(presenceAfter - presenceBefore) >= MIN_PRESENCE_CHANGE) {
    found.push(change('presence', is, [percent(presenceBefore), percent(presenceAfter)]));
  }
  const bytes = [was.bytes / timesSeen(was), is.bytes / timesSeen(is)] as const;
  if (areFarApart(...bytes))
    found.push(change('bytes', is, [`${Math.round(bytes[0])} B`, `${Math.round(bytes[1])} B`]));
  const elements = [was.elements / was.arrays, is.elements / is.arrays] as const;
  if (Math.min(was.arrays, is.arrays) >= MIN_VALUES && areFarApart(...elements)) {
    found.push(change('elements', is, [elements[0].toFixed(1), elements[1].toFixed(1)]));
  }
  return found;
}

function describe(path: HitPath, paths: ShapePaths): string {
  return `${typesOf(path).join(' | ')}, in ${percent(paths.presenceOf(path) ?? 1)}`;
}

function areFarApart(before: number, after: number): boolean {
  return Math.max(before, after) > 0 && Math.max(before, after) >= MIN_SIZE_FACTOR * Math.min(before, after);
}

function change(
  kind: ShapeChange['kind'],
  { path }: HitPath,
  [before, after]: readonly [before: string, after: string],
): ShapeChange {
  return { path, kind, before, after };
}
