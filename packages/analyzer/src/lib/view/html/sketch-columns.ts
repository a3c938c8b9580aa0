import { countText, sizeText } from '@idvkit/cli-kit/text';
import type { SketchData } from '@idvkit/schema/formats';

import { Sketch } from '../../collect/sketch.ts';
import type { Column } from './columns.ts';

const MAX_COLUMNS = 30;
/** Steps per factor of ten, the finest first. */
const STEPS = [10, 5, 3, 2, 1] as const;
/** Starts of columns of counts: each whole number by itself, then by halves and doubles. */
const COUNT_STARTS: readonly number[] = [1, 2, 3, 4, 5, 6].concat(
  Array.from({ length: 40 }, (_, doubling) => [8 * 2 ** doubling, 12 * 2 ** doubling]).flat(),
);

/** Puts the sizes of a sketch into columns of equal width on a logarithmic scale. */
export function sizeColumns(sketch: SketchData): readonly Column[] {
  const positive = sketch.bins.length > 0;
  if (!positive) return [];
  const low = Math.max(1, sketch.min);
  const high = Math.max(low, sketch.max);
  const decades = Math.log10(high / low);
  const perDecade = STEPS.find((steps) => decades * steps + 2 <= MAX_COLUMNS) ?? 1;
  const first = Math.floor(Math.log10(low) * perDecade + 1e-9);
  const last = Math.max(first, Math.floor(Math.log10(high) * perDecade + 1e-9));
  const counts = Array<number>(last - first + 1).fill(0);
  for (const [value, count] of valuesOf(sketch)) {
    const place = Math.floor(Math.log10(value) * perDecade + 1e-9) - first;
    const at = Math.min(Math.max(place, 0), counts.length - 1);
    counts[at] = (counts[at] ?? 0) + count;
  }
  return counts.map((value, index) => {
    const power = first + index;
    const [from, to] = [10 ** (power / perDecade), 10 ** ((power + 1) / perDecade)];
    const isRound = power % perDecade === 0;
    const isEdge = counts.length <= 8 || isRound;
    const mark = markOf(sketch, (size) => Math.floor(Math.log10(size) * perDecade + 1e-9) === power, sizeText);
    return { label: `${sizeText(from)} to ${sizeText(to)}`, value, tick: isEdge ? sizeText(from) : undefined, mark };
  });
}

/** Puts the counts of a sketch (aliases of a hit, hits of a payload) into columns, none at all included. */
export function countColumns(sketch: SketchData): readonly Column[] {
  if (sketch.count === 0) return [];
  // While there is room, each count has a column of its own.
  const starts =
    sketch.max < MAX_COLUMNS
      ? Array.from({ length: Math.max(1, sketch.max) + 1 }, (_, count) => count)
      : [0, ...COUNT_STARTS.filter((start) => start <= sketch.max)];
  const counts = Array<number>(starts.length).fill(0);
  counts[0] = sketch.zeros;
  for (const [value, count] of valuesOf(sketch)) {
    const at = starts.findLastIndex((start) => start <= Math.max(1, Math.round(value)));
    counts[at] = (counts[at] ?? 0) + count;
  }
  const every = Math.ceil(starts.length / 10);
  return counts.map((value, index) => {
    const from = starts[index] ?? 0;
    const to = (starts[index + 1] ?? Math.max(sketch.max, from) + 1) - 1;
    const label = to <= from ? countText(from) : `${countText(from)} to ${countText(to)}`;
    const mark = markOf(sketch, (count) => count >= from && count <= to, countText);
    return { label, value, tick: index % every === 0 ? countText(from) : undefined, mark };
  });
}

/** Names the percentiles that are in a column. */
function markOf(
  data: SketchData,
  isInColumn: (value: number) => boolean,
  format: (value: number) => string,
): string | undefined {
  const sketch = Sketch.from(data);
  const found = ([50, 95] as const)
    .map((percent) => ({ percent, value: sketch.quantile(percent / 100) }))
    .filter(({ value }) => isInColumn(value));
  return found.length === 0 ? undefined : found.map(({ percent, value }) => `p${percent} ${format(value)}`).join(', ');
}

/** A value for each bin, and how often it was seen: the one that is as far from both ends of the bin. */
function* valuesOf({ bins, accuracy, min, max }: SketchData): Generator<readonly [value: number, count: number]> {
  const gamma = (1 + accuracy) / (1 - accuracy);
  for (const [index, count] of bins) {
    const value = (2 * gamma ** index) / (gamma + 1);
    yield [Math.min(Math.max(value, Math.max(min, Number.MIN_VALUE)), max), count];
  }
}
