import {
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  MAX_PATHS,
  MAX_TALLIES,
  MAX_VALUES,
  measuresAt,
  PATH_COUNTS,
  type HitMeasures,
  type HitsStatistics,
  type PathStatistics,
  type Script,
  type Tally,
  type ValueCount,
} from './hits-statistics.ts';
import { orderStatistics } from './order-statistics.ts';

/** Bytes that are reckoned for a text. */
const MAX_KEPT_LENGTH = 64;

/**
 * Puts together what was counted in two parts of one array of hits. It is what one scan of both would have counted, unless
 * it says that it is `limited`: then a limit was met, or may be met by both together.
 *
 * @param measures Measures of both scans. Without them, every path may have kept values.
 */
export function mergeStatistics(
  a: HitsStatistics,
  b: HitsStatistics,
  measures: HitMeasures = { '*': ['values'] },
): HitsStatistics {
  const merged = new Map(a.paths.map((path) => [path.path, path]));
  for (const path of b.paths) {
    const known = merged.get(path.path);
    merged.set(path.path, known ? mergePaths(known, path) : path);
  }
  const paths = [...merged.values()];
  const isFull = paths.length >= MAX_PATHS || paths.some(({ tally }) => tally && tally.counts.size > MAX_TALLIES);
  return {
    count: a.count + b.count,
    bytes: a.bytes + b.bytes,
    paths: orderStatistics(rooted(paths, [a, b])),
    limited: a.limited || b.limited || isFull || !hasRoom([a, b], measures),
  };
}

function hasRoom(parts: readonly HitsStatistics[], measures: HitMeasures): boolean {
  // A path that gave up counting may have kept as many as it was allowed to before.
  const texts = parts
    .flatMap(({ paths }) => paths)
    .reduce((sum, { path, values, tally }) => {
      const most = measuresAt(measures, path).includes('values') ? MAX_VALUES : 0;
      return sum + (values?.length ?? most) + (tally?.counts.size ?? 0);
    }, 0);
  return texts <= MAX_KEPT_TEXTS && texts * MAX_KEPT_LENGTH <= MAX_KEPT_BYTES;
}

function mergePaths(a: PathStatistics, b: PathStatistics): PathStatistics {
  const merged = {
    ...a,
    scripts: mergeScripts(a.scripts, b.scripts),
    values: mergeValues(a.values, b.values),
    tally: mergeTallies(a.tally, b.tally),
  };
  for (const name of PATH_COUNTS) {
    merged[name] = name === 'maxBytes' || name === 'maxElements' ? Math.max(a[name], b[name]) : a[name] + b[name];
  }
  return merged;
}

function mergeScripts(a: PathStatistics['scripts'], b: PathStatistics['scripts']): PathStatistics['scripts'] {
  const sums: Partial<Record<Script, number>> = { ...a };
  for (const [script, count] of Object.entries(b) as [Script, number][]) sums[script] = (sums[script] ?? 0) + count; // Its keys are scripts.
  return sums;
}

function mergeValues(a: PathStatistics['values'], b: PathStatistics['values']): PathStatistics['values'] {
  if (!a || !b) return undefined;
  const sums = new Map<string, ValueCount>(a.map((value) => [value.kind + value.text, value]));
  for (const value of b) {
    const key = value.kind + value.text;
    sums.set(key, { ...value, count: value.count + (sums.get(key)?.count ?? 0) });
  }
  return sums.size > MAX_VALUES ? undefined : [...sums.values()];
}

function mergeTallies(a: Tally | undefined, b: Tally | undefined): Tally | undefined {
  if (!a || !b) return a ?? b;
  const counts = new Map(a.counts);
  for (const [text, count] of b.counts) counts.set(text, count + (counts.get(text) ?? 0));
  return { counts, others: a.others + b.others };
}

/** Points each path to its container's index among the merged ones. */
function rooted(paths: readonly PathStatistics[], parts: readonly HitsStatistics[]): PathStatistics[] {
  const indexOf = new Map(paths.map(({ path }, index) => [path, index]));
  const parentOf = new Map(
    parts.flatMap((part) => part.paths.map(({ path, parent }) => [path, part.paths[parent]?.path])),
  );
  return paths.map((path) => ({ ...path, parent: indexOf.get(parentOf.get(path.path) ?? OUTSIDE) ?? -1 }));
}

/** No path: what is no key of the map. */
const OUTSIDE = '\uD800';
