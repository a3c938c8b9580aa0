import {
  measuresAt,
  OVERFLOW_PATH,
  type HitMeasures,
  type Measure,
  type PathStatistics,
  type Script,
  type ValueCount,
} from '../../src/lib/scan/hits-statistics.ts';

type Count = {
  [Name in keyof PathStatistics]: PathStatistics[Name] extends number ? Name : never;
}[keyof PathStatistics];

/** What was counted at one path. */
export interface ReferencePath extends Record<Exclude<Count, 'parent'>, number> {
  readonly path: string;
  readonly key: string | undefined;
  readonly parent: ReferencePath | undefined;
  readonly children: Map<string | null, ReferencePath>;
  readonly measures: readonly Measure[];
  readonly scripts: Map<Script, number>;
  /** Texts of strings with a quote before them; `undefined` once one did not fit. */
  values: Map<string, number> | undefined;
  readonly tally: Map<string, number>;
  others: number;
}

/** A path at which nothing was counted yet. */
export function newPath(
  parent: ReferencePath | undefined,
  key: string | null | undefined,
  measures: HitMeasures,
): ReferencePath {
  const path = pathUnder(parent, key);
  return {
    path,
    key: key ?? undefined,
    parent,
    children: new Map(),
    measures: measuresAt(measures, path),
    nulls: 0,
    trues: 0,
    falses: 0,
    numbers: 0,
    integers: 0,
    strings: 0,
    emptyStrings: 0,
    objects: 0,
    arrays: 0,
    bytes: 0,
    maxBytes: 0,
    elements: 0,
    maxElements: 0,
    emptyArrays: 0,
    duplicateKeys: 0,
    repeats: 0,
    scripts: new Map(),
    values: new Map(),
    tally: new Map(),
    others: 0,
  };
}

/** The path that takes what could not be told apart. */
export function newOverflow(): ReferencePath {
  return { ...newPath(undefined, undefined, {}), path: OVERFLOW_PATH, values: undefined };
}

export function statisticsOf(path: ReferencePath, all: readonly ReferencePath[]): PathStatistics {
  const { parent, children: _, measures, scripts, values, tally, others, ...counts } = path;
  return {
    ...counts,
    parent: parent === undefined ? -1 : all.indexOf(parent),
    scripts: measures.includes('scripts') ? Object.fromEntries(scripts) : {},
    values: measures.includes('values')
      ? values &&
        [...values].flatMap<ValueCount>(([text, count]) => {
          if (count === 0) return [];
          return text.startsWith('"')
            ? [{ kind: 'string', text: text.slice(1), count }]
            : [{ kind: 'number', text, count }];
        })
      : undefined,
    tally: measures.includes('year') || measures.includes('domain') ? { counts: tally, others } : undefined,
  };
}

function pathUnder(parent: ReferencePath | undefined, key: string | null | undefined): string {
  if (parent === undefined) return '';
  if (key === null || key === undefined) return `${parent.path}[]`;
  const step =
    key === '' || ['.', '[', ']', '"', '*', '…'].some((mark) => key.includes(mark)) ? JSON.stringify(key) : key;
  return parent.path === '' ? step : `${parent.path}.${step}`;
}
