import type { CorpusSummary, ProviderSummary } from '@idvkit/schema/formats';

import { ShapeTotals } from '../collect/shape-totals.ts';
import { Sketch } from '../collect/sketch.ts';
import { ValueTable } from './value-table.ts';

/** Totals of a screening provider over many payloads. */
export class ProviderTotals {
  readonly #counts = { runs: 0, entries: 0, hits: 0, hitBytes: 0 };
  readonly #codes = new ValueTable();
  readonly #flags = new ValueTable();
  readonly #hitsPerEntry = new Sketch();
  readonly #shape = new ShapeTotals();

  add({ runs, shape }: ProviderSummary): void {
    this.#shape.add(shape);
    for (const run of runs) {
      this.#counts.runs += 1;
      for (const [flag, isRaised] of Object.entries(run.flags)) if (isRaised) this.#flags.add(flag);
      for (const { code, status, hits } of run.entries) {
        this.#counts.entries += 1;
        this.#counts.hits += hits.count;
        this.#counts.hitBytes += hits.bytes;
        this.#codes.add([code ?? 'no code', status ?? 'no status'].join(' '));
        this.#hitsPerEntry.add(hits.count);
      }
    }
  }

  merge(other: Omit<CorpusSummary['providers'][number], 'name'>): void {
    for (const name of ['runs', 'entries', 'hits', 'hitBytes'] as const) this.#counts[name] += other[name];
    this.#codes.merge(other.codes);
    this.#flags.merge(other.flags);
    this.#hitsPerEntry.merge(other.hitsPerEntry);
    this.#shape.add(other.shape);
  }

  result(): Omit<CorpusSummary['providers'][number], 'name'> {
    return {
      ...this.#counts,
      codes: this.#codes.result(),
      flags: this.#flags.result(),
      hitsPerEntry: this.#hitsPerEntry.result(),
      shape: this.#shape.result(),
    };
  }
}
