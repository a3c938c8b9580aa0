import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';
import { foldMaps, type PathNode, type Step } from '../scan/fold-maps.ts';
import { OVERFLOW_PATH, type HitsStatistics, type PathStatistics } from '../scan/hits-statistics.ts';
import { pathUnder } from '../scan/path-under.ts';

/** Most paths that a shape tells apart, and most steps of one. */
const MAX_PATHS = 2_048;
export const MAX_STEPS = 64;

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
  /** By their text, which differs from path to path. */
  readonly #paths = new Map<string, HitPath>();
  #hits = 0;
  #exact = true;
  #hasMaps = false;

  /** Adds what a scan has seen in one array of hits. */
  addStatistics({ count, paths, limited }: HitsStatistics): void {
    const depths = new Uint8Array(paths.length);
    for (let at = 0; at < paths.length; at += 1) {
      const path = paths[at];
      if (path === undefined) break;
      const depth = path.parent < 0 ? 0 : (depths[path.parent] ?? 0) + 1;
      depths[at] = Math.min(depth, MAX_STEPS + 1);
      if (depth > MAX_STEPS) {
        this.#addDeep(path);
        continue;
      }
      const known = this.#paths.get(path.path);
      if (known === undefined) this.#paths.set(path.path, hitPathOf(path, paths));
      else {
        addStatistics(known, path);
      }
      this.#hasMaps ||= path.key === null;
    }
    this.#added(count, !limited);
  }

  /** Adds a path that is too deep to be told apart. */
  #addDeep(path: PathStatistics): void {
    const all = this.#paths.get(OVERFLOW_PATH) ?? { path: OVERFLOW_PATH, ...NO_COUNTS };
    this.#paths.set(OVERFLOW_PATH, addHitPaths(all, hitPathOf({ ...path, path: OVERFLOW_PATH }, [])));
    this.#exact = false;
  }

  /** Adds another shape. */
  add({ hits, exact, paths }: HitShape): void {
    for (const path of paths) {
      const known = this.#paths.get(path.path);
      if (known === undefined) this.#paths.set(path.path, { ...path });
      else for (const name of COUNTS) addCount(known, name, path[name]);
      this.#hasMaps ||= path.steps?.includes(true) === true;
    }
    this.#added(hits, exact);
  }

  #added(hits: number, exact: boolean): void {
    this.#hits += hits;
    this.#exact &&= exact;
    // Where one part has a map, keys of the others are its members.
    if (this.#hasMaps) {
      const folded = foldHitPaths(this.#paths.values());
      this.#paths.clear();
      for (const path of folded) this.#paths.set(path.path, path);
    }
    if (this.#paths.size <= MAX_PATHS) return;
    this.#exact = false;
    for (const { path } of this.#sorted().slice(MAX_PATHS)) this.#paths.delete(path);
  }

  result(): HitShape {
    return { hits: this.#hits, exact: this.#exact, paths: this.#sorted().map((path) => ({ ...path })) };
  }

  #sorted(): HitPath[] {
    const keyed = [...this.#paths.values()].map((path) => [keyOf(path.steps), path] as const);
    return keyed.sort(([a], [b]) => compareTexts(a, b)).map(([, path]) => path);
  }
}

/** Steps, not the path's text: keys may hold dots. Paths sort before what is in them, and the one without steps last. */
function keyOf(steps: HitPath['steps']): string {
  return steps === undefined ? '~' : JSON.stringify(steps).slice(0, -1);
}

function addCount(path: HitPath, name: (typeof COUNTS)[number], count: number): void {
  path[name] = name === 'maxBytes' || name === 'maxElements' ? Math.max(path[name], count) : path[name] + count;
}

/** Adds what a scan has seen. Written out: this runs for each path of each document, and computed keys take three times as long. */
function addStatistics(known: HitPath, seen: PathStatistics): void {
  known.objects += seen.objects;
  known.arrays += seen.arrays;
  known.strings += seen.strings;
  known.numbers += seen.numbers;
  known.integers += seen.integers;
  known.nulls += seen.nulls;
  known.bytes += seen.bytes;
  known.emptyStrings += seen.emptyStrings;
  known.emptyArrays += seen.emptyArrays;
  known.elements += seen.elements;
  known.duplicateKeys += seen.duplicateKeys;
  known.booleans += seen.trues + seen.falses;
  known.maxBytes = Math.max(known.maxBytes, seen.maxBytes);
  known.maxElements = Math.max(known.maxElements, seen.maxElements);
}

function hitPathOf(path: PathStatistics, paths: readonly PathStatistics[]): HitPath {
  const known = { ...path, booleans: path.trues + path.falses };
  const counts = { ...NO_COUNTS };
  for (const name of COUNTS) counts[name] = known[name];
  // A key with the text of the overflow path has a path in quotes.
  return { path: path.path, ...(path.path !== OVERFLOW_PATH && { steps: stepsOf(path, paths) }), ...counts };
}

/** Returns the steps from a hit to a path. */
function stepsOf(path: PathStatistics, paths: readonly PathStatistics[]): Step[] {
  const steps: Step[] = [];
  for (let at: PathStatistics | undefined = path; at !== undefined && at.parent >= 0; at = paths[at.parent]) {
    steps.push(at.key === null ? true : (at.key ?? null));
  }
  return steps.toReversed();
}

function addHitPaths(a: HitPath, b: HitPath): HitPath {
  const sum = { ...a };
  for (const name of COUNTS) addCount(sum, name, b[name]);
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
