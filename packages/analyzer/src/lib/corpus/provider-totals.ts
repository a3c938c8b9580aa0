import type { CorpusSummary } from '@idvkit/schema/formats';

import { ShapeTotals } from '../collect/shape-totals.ts';
import { Sketch } from '../collect/sketch.ts';
import type { ProviderFacts } from './document-facts.ts';
import { ValueTable } from './value-table.ts';

const COUNTS = ['runs', 'runsWithHits', 'entries', 'hits', 'hitBytes'] as const;
/** Tables that say what hits are. */
export const KINDS = ['matchStatuses', 'riskLevels', 'types', 'matchTypes'] as const;

/** Totals of a screening provider over many payloads. */
export class ProviderTotals {
  readonly #counts = { runs: 0, runsWithHits: 0, entries: 0, hits: 0, hitBytes: 0 };
  readonly #codes = new ValueTable();
  readonly #flags = new ValueTable();
  readonly #kinds = {
    matchStatuses: new ValueTable(),
    riskLevels: new ValueTable(),
    types: new ValueTable(),
    matchTypes: new ValueTable(),
  };
  readonly #hitsPerEntry = new Sketch();
  readonly #shape = new ShapeTotals();

  add({ runs, shape }: ProviderFacts): void {
    if ('paths' in shape) this.#shape.add(shape);
    else for (const statistics of shape) this.#shape.addStatistics(statistics);
    for (const run of runs) {
      this.#counts.runs += 1;
      if (run.entries.some(({ hits }) => hits.count > 0)) this.#counts.runsWithHits += 1;
      for (const [flag, isRaised] of Object.entries(run.flags)) if (isRaised) this.#flags.add(flag);
      for (const { code, status, hits } of run.entries) {
        this.#counts.entries += 1;
        this.#counts.hits += hits.count;
        this.#counts.hitBytes += hits.bytes;
        this.#codes.add([code ?? 'no code', status ?? 'no status'].join(' '));
        this.#hitsPerEntry.add(hits.count);
        if (hits.count > 0) for (const kind of KINDS) this.#kinds[kind].merge(hits[kind]);
      }
    }
  }

  merge(other: Omit<CorpusSummary['providers'][number], 'name'>): void {
    for (const name of COUNTS) this.#counts[name] += other[name];
    for (const kind of KINDS) this.#kinds[kind].merge(other[kind]);
    this.#codes.merge(other.codes);
    this.#flags.merge(other.flags);
    this.#hitsPerEntry.merge(other.hitsPerEntry);
    this.#shape.add(other.shape);
  }

  result(): Omit<CorpusSummary['providers'][number], 'name'> {
    return {
      ...this.#counts,
      matchStatuses: this.#kinds.matchStatuses.result(),
      riskLevels: this.#kinds.riskLevels.result(),
      types: this.#kinds.types.result(),
      matchTypes: this.#kinds.matchTypes.result(),
      codes: this.#codes.result(),
      flags: this.#flags.result(),
      hitsPerEntry: this.#hitsPerEntry.result(),
      shape: this.#shape.result(),
    };
  }
}
