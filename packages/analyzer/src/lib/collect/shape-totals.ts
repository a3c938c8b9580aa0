import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { OVERFLOW_PATH, type HitsStatistics, type PathStatistics } from '../scan/hits-statistics.ts';
import { compareTexts } from './compare-texts.ts';

/** Most paths that a shape tells apart. */
const MAX_PATHS = 2_048;

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

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
  readonly #paths = new Map<string, Mutable<HitPath>>();
  #hits = 0;
  #exact = true;

  /** Adds what a scan has seen in one array of hits. */
  addStatistics({ count, paths, limited }: HitsStatistics): void {
    this.add({ hits: count, exact: !limited, paths: paths.map((path) => hitPathOf(path, paths)) });
  }

  /** Adds another shape. */
  add({ hits, exact, paths }: HitShape): void {
    this.#hits += hits;
    this.#exact &&= exact;
    for (const path of paths) {
      const key = keyOf(path);
      const known = this.#paths.get(key);
      if (known === undefined) this.#paths.set(key, { ...path });
      else {
        for (const name of COUNTS) {
          const isMaximum = name === 'maxBytes' || name === 'maxElements';
          known[name] = isMaximum ? Math.max(known[name], path[name]) : known[name] + path[name];
        }
      }
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

/** Steps, not the path's text: keys may hold dots. Paths sort before what is in them. */
function keyOf({ path, steps }: HitPath): string {
  return steps === undefined ? `~${path}` : JSON.stringify(steps).slice(0, -1);
}

function hitPathOf(path: PathStatistics, paths: readonly PathStatistics[]): HitPath {
  const steps = stepsOf(path, paths);
  const known = { ...path, booleans: path.trues + path.falses };
  const counts = { ...NO_COUNTS };
  for (const name of COUNTS) counts[name] = known[name];
  return { path: path.path, ...(steps && { steps }), ...counts };
}

function stepsOf(path: PathStatistics, paths: readonly PathStatistics[]): (string | null)[] | undefined {
  const steps: (string | null)[] = [];
  for (let at: PathStatistics | undefined = path; at !== undefined && at.parent >= 0; at = paths[at.parent]) {
    steps.push(at.key ?? null);
  }
  return path.path === OVERFLOW_PATH && steps.length === 0 ? undefined : steps.toReversed();
}
