import type { PathStatistics, Tally, ValueCount } from './hits-statistics.ts';

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Puts paths, values and tallies into the one order in which they are told, whoever counted them and in which order. */
export function orderStatistics(paths: readonly PathStatistics[]): PathStatistics[] {
  const places = paths.map((_, index) => index).sort((a, b) => byText(paths[a]?.path ?? '', paths[b]?.path ?? ''));
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
  return values.toSorted((a, b) => byText(a.text, b.text) || byText(a.kind, b.kind));
}

/** See {@link orderStatistics}. */
export function orderTally({ counts, others }: Tally): Tally {
  return { counts: new Map([...counts].sort(([a], [b]) => byText(a, b))), others };
}
