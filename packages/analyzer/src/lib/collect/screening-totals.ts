import type { EntrySummary, RunSummary, ScreeningTotals as TotalsFormat } from '@idvkit/schema/formats';

import { KINDS } from './entry-fields.ts';
import type { HitFacts } from './hits-collector.ts';
import { Sketch } from './sketch.ts';
import { ValueTable } from './value-table.ts';

const COUNTS = ['runs', 'runsWithHits', 'entries', 'hits', 'hitBytes', 'blacklistHits'] as const;

/** The part of an entry that totals count. */
export type CountedEntry = Pick<EntrySummary, 'code' | 'status' | 'blacklistHits'> & {
  readonly hits: Pick<HitFacts, 'count' | 'bytes' | (typeof KINDS)[number]>;
};

/** Counts runs, entries and hits of screenings. What it keeps does not grow with their number. */
export class ScreeningTotals {
  readonly #counts = { runs: 0, runsWithHits: 0, entries: 0, hits: 0, hitBytes: 0, blacklistHits: 0 };
  readonly #codes = new ValueTable();
  readonly #flags = new ValueTable();
  readonly #kinds = {
    matchStatuses: new ValueTable(),
    riskLevels: new ValueTable(),
    types: new ValueTable(),
    sources: new ValueTable(),
    matchTypes: new ValueTable(),
  };
  readonly #hitsPerEntry = new Sketch();

  get hits(): number {
    return this.#counts.hits;
  }

  /** Adds a run without its entries. */
  addRun({ flags }: Pick<RunSummary, 'flags'>, { hasHits }: { readonly hasHits: boolean }): void {
    this.#counts.runs += 1;
    if (hasHits) this.#counts.runsWithHits += 1;
    for (const flag of Object.keys(flags)) if (flags[flag]) this.#flags.add(flag);
  }

  addEntry({ code, status, blacklistHits, hits }: CountedEntry): void {
    this.#counts.entries += 1;
    this.#counts.hits += hits.count;
    this.#counts.hitBytes += hits.bytes;
    this.#counts.blacklistHits += blacklistHits;
    this.#codes.add([code ?? 'no code', status ?? 'no status'].join(' '));
    this.#hitsPerEntry.add(hits.count);
    if (hits.count > 0) for (const kind of KINDS) this.#kinds[kind].merge(hits[kind]);
  }

  merge(other: TotalsFormat): void {
    for (const name of COUNTS) this.#counts[name] += other[name];
    for (const kind of KINDS) this.#kinds[kind].merge(other[kind]);
    this.#codes.merge(other.codes);
    this.#flags.merge(other.flags);
    this.#hitsPerEntry.merge(other.hitsPerEntry);
  }

  result(): TotalsFormat {
    return {
      ...this.#counts,
      codes: this.#codes.result(),
      flags: this.#flags.result(),
      matchStatuses: this.#kinds.matchStatuses.result(),
      riskLevels: this.#kinds.riskLevels.result(),
      types: this.#kinds.types.result(),
      sources: this.#kinds.sources.result(),
      matchTypes: this.#kinds.matchTypes.result(),
      hitsPerEntry: this.#hitsPerEntry.result(),
    };
  }
}
