import type { CorpusSummary } from '@idvkit/schema/formats';

import type { Sketch } from '../collect/sketch.ts';
import { compareTexts } from '../scan/compare-texts.ts';

const MAX_NAMED = 20;
/** Payloads below which nothing can be said to be far from the others. */
const MIN_PAYLOADS = 8;

type Named = Omit<CorpusSummary['largest'][number], 'far'>;

/** Remembers the payloads that have the most of something. */
export class TopPayloads {
  #named: Named[] = [];
  /** Smaller payloads are not named. */
  #least = Number.NEGATIVE_INFINITY;

  add({ source, line, value, application, at }: Named): void {
    if (value < this.#least) return;
    this.#named.push({
      source,
      ...(line !== undefined && { line }),
      value,
      ...(application !== undefined && { application }),
      ...(at !== undefined && { at }),
    });
    if (this.#named.length > 2 * MAX_NAMED) this.#cut();
  }

  /** @param all Distribution over all payloads, which tells the ones that are far from it. */
  result(all: Sketch): CorpusSummary['largest'] {
    this.#cut();
    const fence = fenceOf(all);
    return this.#named.map((named) => ({ ...named, far: named.value > fence }));
  }

  #cut(): void {
    this.#named = this.#named
      .sort((a, b) => b.value - a.value || compareTexts(JSON.stringify(a), JSON.stringify(b)))
      .slice(0, MAX_NAMED);
    if (this.#named.length === MAX_NAMED) this.#least = this.#named.at(-1)?.value ?? this.#least;
  }
}

/** One and a half times the distance of the quartiles above the upper one, as logarithms: sizes differ by factors. */
function fenceOf(all: Sketch): number {
  if (all.count < MIN_PAYLOADS) return Number.POSITIVE_INFINITY;
  const [lower, upper] = [Math.log(all.quantile(0.25) + 1), Math.log(all.quantile(0.75) + 1)];
  return Math.exp(upper + 1.5 * Math.max(upper - lower, Math.log(1.1))) - 1;
}
