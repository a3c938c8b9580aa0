import { foldMaps, keysOf, type PathNode, type Step } from './fold-maps.ts';
import {
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  MAX_MEMBERS,
  MAX_PATHS,
  MAX_TALLIES,
  MAX_VALUES,
  measuresAt,
  OVERFLOW_PATH,
  PATH_COUNTS,
  pinnedPaths,
  type HitMeasures,
  type HitsStatistics,
  type PathStatistics,
  type Script,
  type Tally,
  type ValueCount,
} from './hits-statistics.ts';
import { orderStatistics } from './order-statistics.ts';
import { pathUnder } from './path-under.ts';

/** Bytes of the longest value that is counted one by one. */
const MAX_VALUE_BYTES = 64;

const encoder = new TextEncoder();

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
  const pinned = pinnedPaths(measures);
  const isMap = (node: PathNode<PathStatistics>): boolean =>
    keysOf(node) > MAX_MEMBERS && !pinned.has('*') && !pinned.has(node.counts?.path ?? '');
  const located = [a, b].flatMap(({ paths }) =>
    paths.flatMap((path) => (isOverflow(path) ? [] : [[stepsOf(path, paths), path] as const])),
  );
  const paths = pathsOf(foldMaps(located, mergePaths, isMap));
  const [overflow, ...more] = [...a.paths, ...b.paths].filter(isOverflow);
  if (overflow) paths.push(more.reduce(mergePaths, overflow));
  const isFull = paths.length > MAX_PATHS || paths.some(({ tally }) => tally && tally.counts.size > MAX_TALLIES);
  return {
    count: a.count + b.count,
    bytes: a.bytes + b.bytes,
    paths: orderStatistics(paths),
    limited: a.limited || b.limited || isFull || !hasRoom([a, b], measures),
  };
}

/** Returns true if one scan of both parts has room for all texts that they keep. */
function hasRoom(parts: readonly HitsStatistics[], measures: HitMeasures): boolean {
  let [texts, bytes] = [0, 0];
  for (const { path, values, tally } of parts.flatMap(({ paths }) => paths)) {
    // A path that gave up counting may have kept as many as it was allowed to before.
    const kept = values?.length ?? (measuresAt(measures, path).includes('values') ? MAX_VALUES : 0);
    texts += kept + (tally?.counts.size ?? 0);
    bytes += kept * MAX_VALUE_BYTES;
    for (const text of tally?.counts.keys() ?? []) bytes += encoder.encode(text).length;
  }
  return texts <= MAX_KEPT_TEXTS && bytes <= MAX_KEPT_BYTES;
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
  const counts = new Map(a?.counts);
  for (const [text, count] of b?.counts ?? []) counts.set(text, count + (counts.get(text) ?? 0));
  return a && b && { counts, others: a.others + b.others };
}

/** A key with this text has a path in quotes. */
export function isOverflow({ path }: PathStatistics): boolean {
  return path === OVERFLOW_PATH;
}

/** Returns the steps from a hit to a path. */
export function stepsOf(path: PathStatistics, paths: readonly PathStatistics[]): Step[] {
  const steps: Step[] = [];
  for (let at: PathStatistics | undefined = path; at !== undefined && at.parent >= 0; at = paths[at.parent]) {
    steps.push(at.key === null ? true : (at.key ?? null));
  }
  return steps.toReversed();
}

/** Gives each path its text and points it to its container. */
function pathsOf(nodes: readonly PathNode<PathStatistics>[]): PathStatistics[] {
  const places = new Map<PathNode<PathStatistics>, number>();
  const parents = new Map(nodes.flatMap((node) => [...node.inner.values()].map((inner) => [inner, node])));
  const paths: PathStatistics[] = [];
  for (const node of nodes) {
    if (node.counts === undefined) continue;
    const container = parents.get(node);
    const parent = (container && places.get(container)) ?? -1;
    const step = node.steps.at(-1);
    const key = step === true ? null : (step ?? undefined);
    const within = paths[parent]?.path ?? '';
    const path = step === undefined ? '' : step === null ? `${within}[]` : pathUnder(within, key ?? null);
    places.set(node, paths.length);
    paths.push({ ...node.counts, path, parent, key });
  }
  return paths;
}
