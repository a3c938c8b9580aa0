import type { CorpusSummary } from '@idvkit/schema/formats';

import type { Sketch } from '../collect/sketch.ts';
import { TopList } from './top-list.ts';

/** Payloads below which nothing can be said to be far from the others. */
const MIN_PAYLOADS = 8;

type Named = Omit<CorpusSummary['largest'][number], 'far'>;

/** Remembers the payloads that have the most of something. */
export class TopPayloads {
  readonly #named = new TopList<Named>(({ value }) => value);

  add(value: number, { source, line, application, at }: Omit<Named, 'value'>): void {
    if (!this.#named.wants(value)) return;
    this.#named.add({
      source,
      ...(line !== undefined && { line }),
      value,
      ...(application !== undefined && { application }),
      ...(at !== undefined && { at }),
    });
  }

  /** @param all Distribution over all payloads, which tells the ones that are far from it. */
  result(all: Sketch): CorpusSummary['largest'] {
    const fence = fenceOf(all);
    return this.#named.result().map((named) => ({ ...named, far: named.value > fence }));
  }
}

/** One and a half times the distance of the quartiles above the upper one, as logarithms: sizes differ by factors. */
function fenceOf(all: Sketch): number {
  if (all.count < MIN_PAYLOADS) return Number.POSITIVE_INFINITY;
  const [lower, upper] = [Math.log(all.quantile(0.25) + 1), Math.log(all.quantile(0.75) + 1)];
  return Math.exp(upper + 1.5 * Math.max(upper - lower, Math.log(1.1))) - 1;
}
