import type { ScreeningSummary } from '@idvkit/schema/formats';

import { SampledIds } from './sampled-ids.ts';

/** Most ids of a document that are compared. Of more, this many are a sample. */
const MAX_IDS = 32_768;
const FLAGS = { entries: 1, runs: 2, providers: 4 };
/** A note is the number of the first entry with the id, times this, and the flags. */
const PLACE = 8;

/** Finds ids of hits that several entries, runs or providers have. */
export class DuplicateIds {
  readonly #ids = new SampledIds(MAX_IDS);
  readonly #entries: { readonly provider: string; readonly run: number }[] = [];

  /** Begins the next entry. */
  begin(entry: { readonly provider: string; readonly run: number }): void {
    this.#entries.push(entry);
  }

  /** Adds an id of the entry. */
  add(identity: number): void {
    const at = this.#entries.length - 1;
    this.#ids.add(identity, (known) => {
      if (known === undefined) return at * PLACE;
      const first = Math.floor(known / PLACE);
      if (first === at) return known;
      const [one, other] = [this.#entries[first], this.#entries[at]];
      const isOther = one?.provider !== other?.provider;
      const runs = isOther || one?.run !== other?.run ? FLAGS.runs : 0;
      return first * PLACE + ((known % PLACE) | FLAGS.entries | runs | (isOther ? FLAGS.providers : 0));
    });
  }

  result(): ScreeningSummary['duplicates'] {
    const having = (flag: number): number => this.#ids.count((note) => (note & flag) !== 0);
    return {
      ids: this.#ids.count(),
      exact: this.#ids.exact,
      inSeveralEntries: having(FLAGS.entries),
      inSeveralRuns: having(FLAGS.runs),
      inSeveralProviders: having(FLAGS.providers),
    };
  }
}
