import type { SketchData } from '@idvkit/schema/formats';

import { sizeText } from '../size-text.ts';
import type { Column } from './columns.ts';

const MOST_COLUMNS = 30;
/** Steps per factor of ten, the finest first. */
const STEPS = [10, 5, 3, 2, 1] as const;
/** Puts the sizes of a sketch into columns of equal width on a logarithmic scale. */
export function sizeColumns(sketch: SketchData): readonly Column[] {
  const positive = sketch.bins.length > 0;
  if (!positive) return [];
  const low = Math.max(1, sketch.min);
  const high = Math.max(low, sketch.max);
  const decades = Math.log10(high / low);
  const perDecade = STEPS.find((steps) => decades * steps + 2 <= MOST_COLUMNS) ?? 1;
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
    return { label: `${sizeText(from)} to ${sizeText(to)}`, value, tick: isEdge ? sizeText(from) : undefined };
  });
}

/** A value for each bin, and how often it was seen: the one that is as far from both ends of the bin. */
function* valuesOf({ bins, accuracy, min, max }: SketchData): Generator<readonly [value: number, count: number]> {
  const gamma = (1 + accuracy) / (1 - accuracy);
  for (const [index, count] of bins) {
    const value = (2 * gamma ** index) / (gamma + 1);
    yield [Math.min(Math.max(value, Math.max(min, Number.MIN_VALUE)), max), count];
  }
}
