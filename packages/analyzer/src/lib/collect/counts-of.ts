import type { ValueCounts } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';

/** Most values that a summary lists of one field: the most frequent. */
const MAX_LISTED = 256;

/** Adds up how often values were seen. */
export function sumOfCounts(all: readonly ValueCounts[]): ValueCounts {
  const listed = all.flatMap(({ counts }) => counts.map(({ value, count }) => [value, count] as const));
  const total = all.reduce((sum, each) => sum + each.total, 0);
  const others = total - listed.reduce((sum, [, count]) => sum + count, 0);
  return countsOf(listed, { others, exact: all.every(({ exact }) => exact) });
}

/** Lists how often values were seen, the most frequent first; a value that comes several times is added up. */
export function countsOf(
  pairs: Iterable<readonly [value: string, count: number]>,
  { others = 0, exact = true }: { readonly others?: number; readonly exact?: boolean } = {},
): ValueCounts {
  const counts = new Map<string, number>();
  let total = others;
  for (const [value, count] of pairs) {
    counts.set(value, (counts.get(value) ?? 0) + count);
    total += count;
  }
  const listed = mostFrequent(counts)
    .sort(([a, many], [b, more]) => more - many || compareTexts(a, b))
    .slice(0, MAX_LISTED);
  return {
    total,
    distinct: counts.size,
    exact: exact && others === 0 && counts.size <= MAX_LISTED,
    counts: listed.map(([value, count]) => ({ value, count })),
  };
}

/** Leaves out values that are surely not listed: a payload has thousands of hosts in each of its entries. */
function mostFrequent(counts: ReadonlyMap<string, number>): [value: string, count: number][] {
  if (counts.size <= MAX_LISTED) return [...counts];
  const least = Float64Array.from(counts.values()).sort().at(-MAX_LISTED) ?? 0;
  const most: [string, number][] = [];
  for (const counted of counts) if (counted[1] >= least) most.push(counted);
  return most;
}
