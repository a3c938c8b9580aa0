import type { CorpusSummary } from '@idvkit/schema/formats';

import { ScreeningTotals } from '../collect/screening-totals.ts';
import { ShapeTotals } from '../collect/shape-totals.ts';
import type { ProviderFacts } from './document-facts.ts';

type ProviderFormat = Omit<CorpusSummary['providers'][number], 'name'>;

/** Totals of a screening provider over many payloads. */
export class ProviderTotals {
  readonly #totals = new ScreeningTotals();
  readonly #shape = new ShapeTotals();

  add(facts: ProviderFacts): void {
    if ('totals' in facts) {
      this.#totals.merge(facts.totals);
      this.#shape.add(facts.shape);
      return;
    }
    for (const statistics of facts.statistics) this.#shape.addStatistics(statistics);
    for (const run of facts.runs) {
      this.#totals.addRun(run, { hasHits: run.entries.some(({ hits }) => hits.count > 0) });
      for (const entry of run.entries) this.#totals.addEntry(entry);
    }
  }

  merge({ shape, ...totals }: ProviderFormat): void {
    this.#totals.merge(totals);
    this.#shape.add(shape);
  }

  result(): ProviderFormat {
    return { ...this.#totals.result(), shape: this.#shape.result() };
  }
}
