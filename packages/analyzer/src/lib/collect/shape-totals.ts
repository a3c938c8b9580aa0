import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { foldMaps, type PathNode, type Step } from '../scan/fold-maps.ts';
import { OVERFLOW_PATH, type HitsStatistics, type PathStatistics } from '../scan/hits-statistics.ts';
import { stepsOf } from '../scan/merge-statistics.ts';
import { pathUnder } from '../scan/path-under.ts';
import { compareTexts } from './compare-texts.ts';

/** Most paths that a shape tells apart. */
const MAX_PATHS = 2_048;

/** Numbers of a path, in the order of the format. */
const COUNTS = [
  'objects',
  'arrays',
  'strings',
  'numbers',
  'integers',
  'booleans',
  'nulls',
  'bytes',
  'maxBytes',
  'emptyStrings',
  'emptyArrays',
  'elements',
  'maxElements',
  'duplicateKeys',
] as const satisfies readonly (keyof HitPath)[];
const NO_COUNTS = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>; // Computed keys are forgotten.

/**
 * Sums up the shape of hits over many arrays of them. Adding is associative and commutative: of more paths than fit, the
 * first in their order by text are kept.
 */
export class ShapeTotals {
  readonly #paths = new Map<string, HitPath>();
  #hits = 0;
  #exact = true;
  #hasMaps = false;

  /** Adds what a scan has seen in one array of hits. */
  addStatistics({ count, paths, limited }: HitsStatistics): void {
    this.add({ hits: count, exact: !limited, paths: paths.map((path) => hitPathOf(path, paths)) });
  }

  /** Adds another shape. */
  add({ hits, exact, paths }: HitShape): void {
    this.#hits += hits;
    this.#exact &&= exact;
    for (const path of paths) {
      const key = keyOf(path.steps);
      const known = this.#paths.get(key);
      this.#paths.set(key, known === undefined ? path : addHitPaths(known, path));
      this.#hasMaps ||= path.steps?.includes(true) === true;
    }
    // Where one part has a map, keys of the others are its members.
    if (this.#hasMaps) {
      const folded = foldHitPaths(this.#paths.values());
      this.#paths.clear();
      for (const path of folded) this.#paths.set(keyOf(path.steps), path);
    }
    if (this.#paths.size <= MAX_PATHS) return;
    this.#exact = false;
    for (const key of [...this.#paths.keys()].sort(compareTexts).slice(MAX_PATHS)) this.#paths.delete(key);
  }

  result(): HitShape {
    return {
      hits: this.#hits,
      exact: this.#exact,
      paths: [...this.#paths].sort(([a], [b]) => compareTexts(a, b)).map(([, path]) => path),
    };
  }
}

/** Steps, not the path's text: keys may hold dots. Paths sort before what is in them, and the one without steps last. */
function keyOf(steps: HitPath['steps']): string {
  return steps === undefined ? '~' : JSON.stringify(steps).slice(0, -1);
}

function hitPathOf(path: PathStatistics, paths: readonly PathStatistics[]): HitPath {
  const known = { ...path, booleans: path.trues + path.falses };
  const counts = { ...NO_COUNTS };
  for (const name of COUNTS) counts[name] = known[name];
  const isOverflow = path.path === OVERFLOW_PATH && path.parent < 0;
  return { path: path.path, ...(!isOverflow && { steps: stepsOf(path, paths) }), ...counts };
}

function addHitPaths(a: HitPath, b: HitPath): HitPath {
  const sum = { ...a };
  for (const name of COUNTS) {
    sum[name] = name === 'maxBytes' || name === 'maxElements' ? Math.max(a[name], b[name]) : a[name] + b[name];
  }
  return sum;
}

/** Puts the members of maps together. @param isMap Returns true for objects that are maps, besides those that are known as such. */
export function foldHitPaths(paths: Iterable<HitPath>, isMap?: (node: PathNode<HitPath>) => boolean): HitPath[] {
  const all = [...paths];
  const located = all.flatMap((path) => (path.steps ? [[path.steps, path] as const] : []));
  const folded = foldMaps(located, addHitPaths, isMap).flatMap(({ steps, counts }) =>
    counts === undefined ? [] : [{ ...counts, path: pathText(steps), steps: [...steps] }],
  );
  return [...folded, ...all.filter(({ steps }) => steps === undefined)];
}

function pathText(steps: readonly Step[]): string {
  let text = '';
  for (const step of steps) text = step === null ? `${text}[]` : pathUnder(text, step === true ? null : step);
  return text;
}
