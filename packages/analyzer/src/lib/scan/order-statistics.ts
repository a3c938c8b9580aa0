import { compareTexts } from './compare-texts.ts';
import type { PathStatistics, Tally, ValueCount } from './hits-statistics.ts';

/** Puts paths, values and tallies into the one order in which they are told, whoever counted them and in which order. */
export function orderStatistics(paths: readonly PathStatistics[]): PathStatistics[] {
  const places = paths
    .map((_, index) => index)
    .sort((a, b) => compareTexts(paths[a]?.path ?? '', paths[b]?.path ?? ''));
  const indexOf = new Map(places.map((place, index) => [place, index]));
  return places.flatMap((place) => {
    const path = paths[place];
    if (!path) return [];
    const { parent, values, tally } = path;
    return [
      {
        ...path,
        parent: indexOf.get(parent) ?? -1,
        values: values && orderValues(values),
        tally: tally && orderTally(tally),
      },
    ];
  });
}

/** See {@link orderStatistics}. */
export function orderValues(values: readonly ValueCount[]): ValueCount[] {
  return values.toSorted((a, b) => compareTexts(a.text, b.text) || compareTexts(a.kind, b.kind));
}

/** See {@link orderStatistics}. */
export function orderTally({ counts, others }: Tally): Tally {
  return { counts: new Map([...counts].sort(([a], [b]) => compareTexts(a, b))), others };
}
